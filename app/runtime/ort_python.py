#!/usr/bin/env python3
# Asks ONNX Runtime through Python's onnxruntime. The same frames and requests as ort_node.js, which says what they are.
import json
import os
import struct
import sys


def read_exactly(stream, size):
    data = b""
    while len(data) < size:
        piece = stream.read(size - len(data))
        if not piece:
            return None
        data += piece
    return data


NUMPY_TYPES = {
    "float": "float32", "double": "float64", "float16": "float16", "int8": "int8", "uint8": "uint8", "int16": "int16",
    "uint16": "uint16", "int32": "int32", "uint32": "uint32", "int64": "int64", "uint64": "uint64", "bool": "bool",
}


def make_input(numpy, generator, info, dims):
    kind = info.type
    if not (kind.startswith("tensor(") and kind.endswith(")")):
        raise ValueError("input %s is no tensor: it cannot be made up" % info.name)
    shape = dims.get(info.name) or [d if isinstance(d, int) and d >= 0 else 1 for d in (info.shape or [])]
    if kind == "tensor(string)":
        return numpy.full(shape, "", dtype=object)
    name = NUMPY_TYPES.get(kind[len("tensor("):-1])
    if name is None:
        raise ValueError("input %s: dtype %s cannot be made up" % (info.name, kind))
    if name.startswith("float"):
        return generator.uniform(-1, 1, shape).astype(name)
    if name in ("int8", "uint8"):
        return generator.randint(-128 if name == "int8" else 0, 128 if name == "int8" else 256, shape).astype(name)
    return generator.randint(0, 2, shape).astype(name)


def run(ort, request):
    answer = {"loads": False, "runs": False, "error": "", "outputs": []}
    try:
        options = ort.SessionOptions()
        levels = ort.GraphOptimizationLevel
        options.graph_optimization_level = {
            "disabled": levels.ORT_DISABLE_ALL, "basic": levels.ORT_ENABLE_BASIC,
            "extended": levels.ORT_ENABLE_EXTENDED, "all": levels.ORT_ENABLE_ALL,
        }[request.get("level", "all")]
        options.log_severity_level = 3
        options.intra_op_num_threads = request.get("threads", 1)
        options.inter_op_num_threads = 1
        if request.get("optimized"):
            options.optimized_model_filepath = request["optimized"]
        if request.get("int8") in ("on", "off"):
            options.add_session_config_entry("session.qdqisint8allowed", "1" if request["int8"] == "on" else "0")
        session = ort.InferenceSession(request["model"], options, providers=["CPUExecutionProvider"])
        answer["loads"] = True
        if request.get("run"):
            import numpy
            generator = numpy.random.RandomState(request.get("seed", 1) & 0xFFFFFFFF)
            dims = request.get("dims") or {}
            feeds = {info.name: make_input(numpy, generator, info, dims) for info in session.get_inputs()}
            names = [info.name for info in session.get_outputs()]
            for name, value in zip(names, session.run(names, feeds)):
                answer["outputs"].append({"name": name, "dtype": str(getattr(value, "dtype", "")),
                                          "shape": [int(d) for d in getattr(value, "shape", [])]})
            answer["runs"] = True
    except Exception as error:  # The runtime's own words are the answer, whatever class they come in.
        answer["error"] = str(error)
    return answer


def main():
    # The runtime's library may print on stdout; only frames may go there.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    ort, why = None, ""
    try:
        import onnxruntime as ort
    except Exception as error:
        why = "%s: %s" % (type(error).__name__, error)
    while True:
        head = read_exactly(sys.stdin.buffer, 4)
        if head is None:
            return
        body = read_exactly(sys.stdin.buffer, struct.unpack("<I", head)[0])
        if body is None:
            return
        request = json.loads(body.decode("utf-8"))
        if ort is None:
            answer = {"error": why}
        elif request.get("op") == "hello":
            answer = {"name": "onnxruntime", "version": ort.__version__}
        elif request.get("op") == "run":
            answer = run(ort, request)
        else:
            answer = {"error": "unknown request %s" % request.get("op")}
        data = json.dumps(answer).encode("utf-8")
        out.write(struct.pack("<I", len(data)) + data)
        out.flush()


main()
