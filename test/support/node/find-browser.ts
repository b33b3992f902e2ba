import { existsSync } from "node:fs";

const PLACES = [process.env["CHROME_PATH"], "/usr/bin/chromium", "/usr/bin/google-chrome"];

/** The program of a browser on this machine; undefined where none is found. */
export const BROWSER = PLACES.find((path) => path !== undefined && existsSync(path));
export const NO_BROWSER = "no browser is found: apt install chromium, or set CHROME_PATH";
/** Chromium refuses its own walls to root, which tests in a container often run as. */
export const BROWSER_ARGS = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
