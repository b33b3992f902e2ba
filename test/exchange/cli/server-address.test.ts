import { expect, it } from "vitest";
import { serverOrigin } from "../../../src/exchange/cli/server-address.ts";

it.each([
  ["https://cti.example.org/path?x", "https://cti.example.org"],
  ["http://127.0.0.1:8787/", "http://127.0.0.1:8787"],
  ["http://[::1]:8787", "http://[::1]:8787"],
  ["http://localhost", "http://localhost"],
])("takes %s", (address, origin) => {
  expect(serverOrigin(address, "--server")).toBe(origin);
});

it.each(["http://cti.example.org", "http://127.0.0.1.example.org", "cti.example.org", "file:///x"])(
  "refuses %s",
  (address) => {
    expect(() => serverOrigin(address, "--server")).toThrow(/^--server must /);
  },
);
