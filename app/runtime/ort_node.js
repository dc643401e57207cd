#!/usr/bin/env node
// Asks ONNX Runtime through npm's onnxruntime-node. Spoken to over stdin and stdout in frames: four bytes of length
// (little endian), then that many bytes of JSON. One request, one answer, in order; end of input ends the program.
//
//   {"op": "hello"}                   -> {"name", "version"} or {"error"}
//   {"op": "run", "model": PATH, "level": "disabled|basic|extended|all", "int8": "auto|on|off",
//    "optimized": PATH or null, "run": true|false, "dims": {input: [n, …]}, "seed": n}
//                                     -> {"loads", "runs", "error", "outputs": [{"name", "dtype", "shape"}]}
'use strict';
const fs = require('fs');
const path = require('path');

function findRuntime() {
  const asked = process.env.QDQLENS_ORT;
  const places = [];
  if (asked) {
    places.push(asked, path.join(asked, 'node_modules', 'onnxruntime-node'), path.join(asked, 'onnxruntime-node'));
  }
  places.push(path.join(process.cwd(), 'node_modules', 'onnxruntime-node'),
              path.join(path.dirname(process.execPath), '..', 'lib', 'node_modules', 'onnxruntime-node'));
  for (const place of places) {
    try {
      const about = JSON.parse(fs.readFileSync(path.join(place, 'package.json'), 'utf8'));
      if (about.name === 'onnxruntime-node') return {module: require(path.resolve(place)), version: about.version};
    } catch (e) {
      if (e.code !== 'ENOENT' && e.code !== 'ENOTDIR') throw e;
    }
  }
  return {module: require('onnxruntime-node'), version: require('onnxruntime-node/package.json').version};
}

// Seeded, so that two runs see the same numbers: xorshift32.
function random(seed) {
  let s = (seed >>> 0) || 1;
  return () => {
    s ^= s << 13; s >>>= 0;
    s ^= s >>> 17;
    s ^= s << 5; s >>>= 0;
    return s / 4294967296;
  };
}

const kArrays = {
  float32: Float32Array, float64: Float64Array, int8: Int8Array, uint8: Uint8Array, int16: Int16Array,
  uint16: Uint16Array, int32: Int32Array, uint32: Uint32Array, int64: BigInt64Array, uint64: BigUint64Array,
  bool: Uint8Array, float16: Uint16Array,
};

function fill(type, size, next) {
  const array = new kArrays[type](size);
  for (let i = 0; i < size; ++i) {
    const u = next();
    if (type === 'float32' || type === 'float64') array[i] = 2 * u - 1;
    else if (type === 'int64' || type === 'uint64') array[i] = BigInt(Math.floor(u * 2));
    else if (type === 'int32' || type === 'uint32' || type === 'bool') array[i] = Math.floor(u * 2);
    else if (type === 'int8') array[i] = Math.floor(u * 256) - 128;
    else if (type === 'uint8') array[i] = Math.floor(u * 256);
    else if (type === 'float16') array[i] = 0x3c00 & (Math.floor(u * 2) ? 0xffff : 0);  // 0 or 1
    else array[i] = Math.floor(u * 1000);
  }
  return array;
}

function makeFeeds(ort, session, dims, seed) {
  const next = random(seed);
  const feeds = {};
  for (const info of session.inputMetadata) {
    if (!info.isTensor) throw new Error(`input ${info.name} is no tensor: it cannot be made up`);
    const asked = dims && dims[info.name];
    const shape = asked || info.shape.map((d) => (typeof d === 'number' && d >= 0 ? d : 1));
    if (info.type === 'string') {
      feeds[info.name] = new ort.Tensor('string', new Array(shape.reduce((a, b) => a * b, 1)).fill(''), shape);
      continue;
    }
    if (!kArrays[info.type]) throw new Error(`input ${info.name}: dtype ${info.type} cannot be made up`);
    const size = shape.reduce((a, b) => a * b, 1);
    feeds[info.name] = new ort.Tensor(info.type, fill(info.type, size, next), shape);
  }
  return feeds;
}

async function run(ort, request) {
  const answer = {loads: false, runs: false, error: '', outputs: []};
  const options = {
    graphOptimizationLevel: request.level || 'all', executionProviders: ['cpu'], logSeverityLevel: 3,
    intraOpNumThreads: request.threads || 1, interOpNumThreads: 1,
  };
  if (request.optimized) options.optimizedModelFilePath = request.optimized;
  if (request.int8 === 'on' || request.int8 === 'off') {
    options.extra = {session: {qdqisint8allowed: request.int8 === 'on' ? '1' : '0'}};
  }
  let session;
  try {
    session = await ort.InferenceSession.create(request.model, options);
    answer.loads = true;
    if (request.run) {
      const results = await session.run(makeFeeds(ort, session, request.dims, request.seed || 1));
      for (const name of session.outputNames) {
        const value = results[name];
        answer.outputs.push({name, dtype: value.type || '', shape: value.dims ? Array.from(value.dims) : []});
      }
      answer.runs = true;
    }
  } catch (e) {
    answer.error = String((e && e.message) || e);
  }
  if (session) await session.release();
  return answer;
}

let chunks = [];
let held = 0;
function take(size) {
  if (held < size) return null;
  const all = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  chunks = all.length > size ? [all.subarray(size)] : [];
  held = all.length - size;
  return all.subarray(0, size);
}

function send(answer) {
  const body = Buffer.from(JSON.stringify(answer), 'utf8');
  const head = Buffer.alloc(4);
  head.writeUInt32LE(body.length);
  fs.writeSync(kOut, head);
  for (let at = 0; at < body.length;) at += fs.writeSync(kOut, body, at);
}

// The runtime's library may print on stdout; only frames may go there, so stdout is all ours and written directly.
const kOut = 1;

async function main() {
  let runtime = null;
  let why = '';
  try {
    runtime = findRuntime();
  } catch (e) {
    why = String((e && e.message) || e).split('\n')[0];
  }
  let size = -1;
  for await (const chunk of process.stdin) {
    chunks.push(chunk);
    held += chunk.length;
    for (;;) {
      if (size < 0) {
        const head = take(4);
        if (!head) break;
        size = head.readUInt32LE(0);
      }
      const body = take(size);
      if (!body) break;
      size = -1;
      const request = JSON.parse(body.toString('utf8'));
      if (!runtime) send({error: why});
      else if (request.op === 'hello') send({name: 'onnxruntime-node', version: runtime.version});
      else if (request.op === 'run') send(await run(runtime.module, request));
      else send({error: `unknown request ${request.op}`});
    }
  }
}

main().catch((e) => {
  process.stderr.write(String((e && e.stack) || e) + '\n');
  process.exit(1);
});
