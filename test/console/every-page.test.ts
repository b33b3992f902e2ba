import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PAGES } from "../../src/console-pages.ts";
import { EVERY_PAGE, forgottenPages } from "../support/node/every-page.ts";
import { PAGES as ROLE_PAGES } from "../support/node/role-pages.ts";

const FOLDER = "src/console/app";
const ROUTE_FILE = /(?:-|^)routes\.ts$/u;

/** Paths of the router, `$id` as `{}`. */
function routes(): string[] {
  const files = readdirSync(FOLDER).filter((name) => ROUTE_FILE.test(name));
  return files.flatMap((name) =>
    [...readFileSync(`${FOLDER}/${name}`, "utf8").matchAll(/ path: "([^"]+)"/gu)].map(
      ([, path = ""]) => path.replaceAll(/\$\w+/gu, "{}"),
    ),
  );
}

it("the service answers at the addresses that the router has, and at no others", () => {
  expect(PAGES.map((page) => page.replaceAll(/\{\w+\}/gu, "{}")).sort()).toEqual(routes().sort());
});

it("the sweeps through the console go through every page", () => {
  expect(forgottenPages(EVERY_PAGE)).toEqual([]);
  expect(forgottenPages(ROLE_PAGES.map(({ path }) => path))).toEqual([]);
  expect(forgottenPages(["/observables/suppressed", "/rules/{rule_id}?x=1"])).toHaveLength(
    PAGES.length - 2,
  );
});
