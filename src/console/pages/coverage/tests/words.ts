import type { CoverageTest, TestResult } from "../../../api/tests.ts";

/** How a test can end: the name of each, what it means, and its sign. */
export const RESULTS: readonly { result: TestResult; name: string; means: string; sign: string }[] =
  [
    { result: "detected", name: "Detected", means: "An alert was raised.", sign: "●" },
    { result: "blocked", name: "Blocked", means: "The activity was prevented.", sign: "■" },
    { result: "missed", name: "Missed", means: "Neither alert nor prevention.", sign: "○" },
  ];

export function resultName(result: TestResult): string {
  return RESULTS.find((one) => one.result === result)?.name ?? result;
}

/** A number of events, or the reference to them as it was written. */
export function eventsText({ events }: Pick<CoverageTest, "events">): string {
  if (!/^\d+$/u.test(events)) return events;
  return events === "1" ? "1 event" : `${BigInt(events).toLocaleString("en")} events`;
}
