import { expect, it } from "vitest";
import {
  bodyKey,
  type CachedResponse,
  ResponseCache,
} from "../../../src/platform/response-cache/response-cache.ts";

const MIB = 1024 * 1024;
/** What short keys take at most. */
const KEYS = 100;
const answer = (bytes: number, change: Partial<CachedResponse> = {}): CachedResponse => ({
  route: "/a",
  body: new Blob([new Uint8Array(bytes)]),
  headers: [],
  etag: null,
  isOpen: false,
  isCurrent: () => true,
  ...change,
});

it("the least recently used answer goes first when memory is full", () => {
  const answers = new ResponseCache(3 * MIB + KEYS, "private");
  for (const url of ["a", "b", "c"]) answers.keep(url, answer(MIB));
  answers.find("a");
  answers.keep("d", answer(MIB));
  expect(["a", "b", "c", "d"].filter((url) => answers.find(url) !== null)).toEqual(["a", "c", "d"]);
});

it("an answer that replaces another counts once", () => {
  const answers = new ResponseCache(2 * MIB + KEYS, "private");
  answers.keep("a", answer(MIB));
  for (let turn = 0; turn < 5; turn += 1) answers.keep("b", answer(MIB));
  expect(answers.find("a")).not.toBeNull();
});

it("what is too large is not kept", () => {
  const answers = new ResponseCache(64 * MIB, "private");
  answers.keep("large", answer(5 * MIB));
  expect(answers.find("large")).toBeNull();
});

it("what was sent counts as well as what was answered", () => {
  const answers = new ResponseCache(2 * MIB, "private");
  answers.cacheByBody("/a", "x".repeat(MIB), answer(1));
  answers.cacheByBody("/a", "y".repeat(MIB), answer(1));
  const kept = ["x", "y"].map((letter) => answers.find(bodyKey("/a", letter.repeat(MIB))));
  expect(kept.map((found) => found !== null)).toEqual([false, true]);
});

it("forgets the oldest of too many URLs that take bodies", () => {
  const answers = new ResponseCache(2 * MIB + KEYS, "private");
  for (let n = 0; n < 65; n += 1) answers.cacheByBody(`/${n}`, "", answer(1));
  expect(["/0", "/1", "/64"].map((url) => answers.isKeptByBody(url))).toEqual([false, true, true]);
});
