#!/usr/bin/env node
import '../dist/generate/main.js';
