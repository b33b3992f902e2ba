import { expect, it } from "vitest";
import { isReturnPath, loginAddress } from "../../../src/platform/sign-on/return-path.ts";

it.each([
  "/",
  "/intake",
  "/observables?q=%2F%2Fevil&sort=-seen",
  "/a#b",
  "/a//b",
  "/%2F/evil",
  `/${"x".repeat(999)}`,
])("%j is a path of this service", (path) => {
  expect(isReturnPath(path)).toBe(true);
  expect(new URL(path, "https://cti.example.org").host).toBe("cti.example.org");
});

it.each([
  ["/", "/auth/login"],
  ["/sessions?q=a b&c", "/auth/login?return_to=%2Fsessions%3Fq%3Da%20b%26c"],
  ["//evil.example", "/auth/login"],
  [`/${"x".repeat(1_000)}`, "/auth/login"],
])("the login on the way to %j is at %j", (path, address) => {
  expect(loginAddress(path)).toBe(address);
});
