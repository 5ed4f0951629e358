#!/usr/bin/env node
// Where services and images of earlier versions look for the program. Without `--workers` it has the four threads that Node
// begins with.
import './headwater.cjs';
