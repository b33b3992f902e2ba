import { createRootRoute } from "@tanstack/react-router";
import { expect, it, vi } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { scaled } from "../support/node/machine.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";

const tests = useConsole();

type Read = (search: Record<string, unknown>) => unknown;
interface Routes {
  listRoutes: (root: unknown) => { options: { path: string; validateSearch?: Read } }[];
}

// The modules of the console expect the address of a page, and are checked by a configuration of their own.
vi.stubGlobal("window", { location: { origin: "http://localhost" } });
const ROUTES: string = "../../src/console/app/routes.ts";
const { listRoutes } = (await import(/* @vite-ignore */ ROUTES)) as Routes;

/** What a person types is sent, so that the service says what it takes. */
const TYPED = new Set(["min_confidence", "min_reports"]);

/** Lists without an id in their address, each with the names that it reads there. */
const LISTS = listRoutes(createRootRoute()).flatMap(({ options: { path, validateSearch } }) => {
  if (validateSearch === undefined || path.includes("$")) return [];
  return [[path, namesOf(validateSearch).filter((name) => !TYPED.has(name))] as const];
});

function namesOf(read: Read): string[] {
  const names = new Set<string>();
  const note = (_: object, name: string) => void names.add(name);
  read(new Proxy({}, { get: note }));
  return [...names];
}

it.each(LISTS)(
  "%s drops values of its address that it does not know",
  async (path, names) => {
    const refused: string[] = [];
    // An id that nothing has is answered with 400 or 404.
    const page = await tests.open("/", { expected: /Failed to load resource.*40[04]/u });
    page.on("response", (response) => {
      if (response.status() === 422) refused.push(`${page.url()}: ${response.url()}`);
    });
    for (const name of names) {
      await page.goto(`${tests.service.url}${path}?${name}=why`);
      await page.locator("h1").waitFor();
      await untilQuiet(page);
    }
    expect(names).not.toEqual([]);
    expect(refused).toEqual([]);
  },
  scaled(60_000),
);
