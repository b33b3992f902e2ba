import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listConsoleCalls, operationOf } from "../support/console-calls.ts";
import { preparedFolder, startService } from "../support/node/service.ts";

interface OpenApi {
  paths: Record<string, Record<string, unknown>>;
}

const DOCS = join(import.meta.dirname, "..", "..", "docs");
const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

const folder = preparedFolder();
let operations: string[] = [];

beforeAll(async () => {
  const service = await startService(folder.path);
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApi;
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => METHODS.has(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  await service.stop();
});
afterAll(() => folder.remove());

const called = listConsoleCalls();
const isCalled = (operation: string) => {
  const [method = "", path = ""] = operation.split(" ");
  return called.has(operationOf(method, path));
};

/** The rows of a part of a page of the docs, as cells without their marks. */
function rowsOf(file: string, heading: string): string[][] {
  const text = readFileSync(join(DOCS, file), "utf8");
  const part = text.split(/^#+ /mu).find((one) => one.startsWith(`${heading}\n`)) ?? "";
  const lines = part.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

const withPage = rowsOf("operations.md", "Operations and their pages");
const without = rowsOf("operations.md", "Operations without a page");

it("every operation has a row: a page, or why it has none", () => {
  const documented = [...withPage, ...without].map(([operation]) => operation);
  expect(documented.toSorted()).toEqual(operations.toSorted());
});

it("the console calls every operation that has a page, and none that has none", () => {
  expect(withPage.filter(([operation = ""]) => !isCalled(operation))).toEqual([]);
  expect(without.filter(([operation = ""]) => isCalled(operation))).toEqual([]);
  expect(without.filter(([, reason = ""]) => reason.length < 20)).toEqual([]);
});

it("the console calls nothing that the service does not describe", () => {
  const known = new Set(
    operations.map((one) => {
      const [method = "", path = ""] = one.split(" ");
      return operationOf(method, path);
    }),
  );
  expect([...called].filter((one) => !known.has(one))).toEqual([]);
});

it("the pages of the table are those of the console", () => {
  const pages = readFileSync(join(DOCS, "console.md"), "utf8");
  const names = new Set(withPage.map(([, page = ""]) => page));
  names.delete("Every page");
  expect([...names].filter((name) => !pages.includes(`| ${name} `))).toEqual([]);
});
