/** Values used in several notes. */
export const EXAMPLE_ID = "0198f3a1-5c1e-7d40-9b2a-3f6d1c8e4a70";
export const EXAMPLE_TIME = "2026-11-22T08:15:00.000Z";
export const EXAMPLE_ARTICLE = "https://blog.example.com/2026/phishing-at-two-banks";
export const EXAMPLE_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
