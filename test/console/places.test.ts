import { expect, it } from "vitest";
import type { OutlinePage } from "../../src/console/api/session.ts";
import {
  marksOn,
  pageOf,
  placeInText,
  placeOnPages,
} from "../../src/console/pages/session/report/places.ts";

const line = (start: number, end: number, y: number) => ({
  start,
  end,
  x: 60,
  y,
  width: 400,
  height: 10,
});
const FIRST: OutlinePage = {
  number: 1,
  width: 600,
  height: 800,
  lines: [line(0, 100, 80), line(101, 201, 100)],
};
const SECOND: OutlinePage = { number: 2, width: 600, height: 800, lines: [line(202, 302, 400)] };
const PAGES = [FIRST, SECOND];

it("marks each line that a passage touches, and of it what the passage takes", () => {
  const marks = marksOn(FIRST, [{ start: 50, end: 126 }]);
  expect(marks).toEqual([
    { left: 260 / 600, top: 0.1, width: 200 / 600, height: 10 / 800, start: 50 },
    { left: 0.1, top: 0.125, width: 100 / 600, height: 10 / 800, start: 101 },
  ]);
  expect(marksOn(SECOND, [{ start: 50, end: 126 }])).toEqual([]);
  expect(marksOn(FIRST, [{ start: 100, end: 101 }])).toEqual([]);
});

it("finds the page that a place is printed on", () => {
  expect(pageOf(PAGES, 0)).toBe(1);
  expect(pageOf(PAGES, 201)).toBe(2);
  expect(pageOf(PAGES, 301)).toBe(2);
  expect(pageOf(PAGES, 302)).toBeNull();
  expect(pageOf([], 0)).toBeNull();
});

it("maps places to shares of the text, or of all pages one below the other", () => {
  expect(placeInText("x".repeat(10))(5)).toBe(0.5);
  expect(placeInText("")(5)).toBe(1);
  expect(placeOnPages(PAGES)(0)).toBe(0.05);
  expect(placeOnPages(PAGES)(202)).toBe(0.75);
  expect(placeOnPages(PAGES)(999)).toBe(1);
});
