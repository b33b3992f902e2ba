import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Judgement } from "./judgement.ts";

/** The part of Microsoft's parser that is used here; it is C# translated to JavaScript. */
interface Kusto {
  KustoCode: { ParseAndAnalyze(text: string, globals: unknown): { GetDiagnostics(): Diagnostics } };
  GlobalState: { Default: { WithDatabase(database: unknown): unknown } };
  Symbols: {
    TableSymbol: { $ctor4: new (name: string) => { WithIsOpen(isOpen: boolean): unknown } };
    DatabaseSymbol: { $ctor2: new (name: string, other: null, members: unknown[]) => unknown };
  };
}
interface Diagnostics {
  Count: number;
  getItem(place: number): { Severity: string; Code: string; Message: string };
}

/** The line that names the table: neither a comment nor a `let` nor a step. */
const TABLE = /^(?!let )(\w+)$/m;

/** KQL: Microsoft's own parser and analysis. Tables are open, so every column is known to it, with any type. */
export function judgeKql(folder: string, packages: string): Judgement {
  const require = createRequire(join(packages, "package.json"));
  const home = "@kusto/language-service-next";
  require(`${home}/bridge.js`);
  require(home);
  const { Language } = (globalThis as unknown as { Kusto: { Language: Kusto } }).Kusto;
  const { TableSymbol, DatabaseSymbol } = Language.Symbols;
  const files = readdirSync(folder).filter((name) => name.endsWith(".kql"));
  const findings = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const table = new TableSymbol.$ctor4(TABLE.exec(text)?.[1] ?? "").WithIsOpen(true);
    const database = new DatabaseSymbol.$ctor2("judged", null, [table]);
    const globals = Language.GlobalState.Default.WithDatabase(database);
    const found = Language.KustoCode.ParseAndAnalyze(text, globals).GetDiagnostics();
    return Array.from({ length: found.Count }, (_, place) => {
      const { Severity, Code, Message } = found.getItem(place);
      const severity = Severity === "Error" ? ("error" as const) : ("warning" as const);
      return { severity, what: `${Code} ${Message}`, count: 1, example: file };
    });
  });
  const { version } = require(`${home}/package.json`) as { version: string };
  return { version: `${home} ${version}`, judged: files.length, findings };
}
