#!/usr/bin/env node
// Threads for all that the main one waits for: reads and writes of SQLite, files, names of hosts. Each connection to SQLite that works
// keeps one, and those who ask for the health need one more. They are counted when the first is used, which the loader of modules does:
// so this file is CommonJS.
process.env.UV_THREADPOOL_SIZE ||= '16';
import('../dist/main/main.js');
