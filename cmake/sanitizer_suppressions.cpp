// Leaks that are other libraries' one-time caches, for programs built with the sanitizers.

extern "C" __attribute__((visibility("default"))) const char*
__lsan_default_suppressions();                          // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() {  // NOLINT(bugprone-reserved-identifier)
    return "leak:libfontconfig\n"
           "leak:libpango\n"
           "leak:libglib-2.0\n"
           "leak:libgvc\n"
           "leak:libcgraph\n";
}
