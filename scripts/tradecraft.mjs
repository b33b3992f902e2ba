#!/usr/bin/env node
/** `npx tradecraft`: builds what is missing, and runs the command line on the Node of the project. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const run = join(dirname(fileURLToPath(import.meta.url)), "run.mjs");
process.argv.splice(1, 1, run, "build", ".build/selfhost/cli.js");
await import("./run.mjs");
