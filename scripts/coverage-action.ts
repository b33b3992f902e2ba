/**
 * What `action.yml` runs on GitHub: compares the coverage of a pull request's rules with that of its
 * base, and comments the change on the pull request. A second run changes the comment of the first.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { commentOnce } from "./action/comment-once.ts";
import { type Change, changesBetween, describeChange } from "./action/coverage-change.ts";
import { coverageOf, withBase } from "./action/read-coverage.ts";

const environment = process.env;
const required = (name: string): string => {
  const value = environment[name] ?? "";
  if (value === "") throw new Error(`The action needs ${name}, which GitHub or its inputs set.`);
  return value;
};

/** What ends the step as failed; an empty text for nothing. */
const FAILURES: Readonly<Record<string, (change: Change) => boolean>> = {
  "": () => false,
  worse: ({ techniques }) => techniques.some(({ isWorse }) => isWorse),
  blind: ({ after }) => after.blind > 0,
  undetected: ({ after }) => after.blind + after.rule_without_data + after.data_without_rule > 0,
};

try {
  const fails = FAILURES[environment["FAIL_ON"] ?? ""];
  if (fails === undefined) throw new Error("fail-on must be worse, blind or undetected.");
  const rules = required("RULES");
  const inputs = {
    rules,
    logSources: environment["LOG_SOURCES"] ?? "",
    techniques: (environment["TECHNIQUES"] ?? "").split(/\s+/).filter(Boolean).map(fromHere),
  };
  const after = coverageOf(process.cwd(), inputs);
  const before = withBase(required("BASE_SHA"), (folder) => coverageOf(folder, inputs));
  const change = changesBetween(before, after);
  const text = describeChange(change);
  console.log(text);
  const summary = environment["GITHUB_STEP_SUMMARY"] ?? "";
  if (summary !== "") appendFileSync(summary, `${text}\n`);
  await comment(text);
  if (fails(change)) {
    console.log(`::error::The coverage fails the condition ${environment["FAIL_ON"]}.`);
    process.exitCode = 1;
  }
} catch (error) {
  console.log(`::error::${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}

/** A report is the one of the pull request, also where the base is looked at. */
function fromHere(argument: string): string {
  return existsSync(argument) ? resolve(argument) : argument;
}

async function comment(text: string): Promise<void> {
  const event = JSON.parse(readFileSync(required("GITHUB_EVENT_PATH"), "utf8")) as {
    pull_request?: { number: number };
  };
  if (event.pull_request === undefined) return;
  await commentOnce(
    {
      api: environment["GITHUB_API_URL"] ?? "https://api.github.com",
      repository: required("GITHUB_REPOSITORY"),
      token: required("GITHUB_TOKEN"),
      number: event.pull_request.number,
    },
    text,
  );
}
