import type { CoverageTest, TestResult } from "../../../api/tests.ts";

/** The possible results of a test: the name, meaning and symbol of each. */
export const RESULTS: readonly { result: TestResult; name: string; means: string; sign: string }[] =
  [
    { result: "detected", name: "Detected", means: "An alert was raised.", sign: "●" },
    { result: "blocked", name: "Blocked", means: "The activity was prevented.", sign: "■" },
    { result: "missed", name: "Missed", means: "Neither alert nor prevention.", sign: "○" },
  ];

export function resultName(result: TestResult): string {
  return RESULTS.find((one) => one.result === result)?.name ?? result;
}

/** Returns a number of events, or the original reference to them. */
export function eventsText({ events }: Pick<CoverageTest, "events">): string {
  if (!/^\d+$/u.test(events)) return events;
  return events === "1" ? "1 event" : `${BigInt(events).toLocaleString("en")} events`;
}
