import { expect, it } from "vitest";
import { derive } from "../../../src/platform/lib/derive.ts";

it("builds once for each object, also where nothing comes of it", () => {
  const built: object[] = [];
  const nameOf = derive((source: { name?: string }) => {
    built.push(source);
    return source.name;
  });
  const [one, other] = [{ name: "one" }, {}];
  expect([nameOf(one), nameOf(other), nameOf(one), nameOf(other)]).toEqual([
    "one",
    undefined,
    "one",
    undefined,
  ]);
  expect(built).toEqual([one, other]);
});

it("distinguishes objects, not what is in them", () => {
  const listOf = derive((source: object) => [source]);
  expect(listOf({})).not.toBe(listOf({}));
});
