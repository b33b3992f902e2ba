import { describe, expect, it } from "vitest";
import { feedsOfSource } from "../../../src/detection/coverage/telemetry/feeds.ts";
import { CollectedTelemetry } from "../../../src/detection/coverage/telemetry/rule-telemetry.ts";
import { SOURCES } from "../../../src/detection/catalogue/catalogue.ts";
import { EventView } from "../../../src/detection/evaluate/events/event-view.ts";
import { judgeSource } from "../../../src/detection/evaluate/logsource/judge-source.ts";
import { Work } from "../../../src/detection/evaluate/work.ts";

/** Every log source of Sigma that the event log of Windows has. */
const WINDOWS = SOURCES.flatMap(({ rows }) => rows)
  .filter(({ channels, sigma }) => channels.length > 0 && sigma.product === "windows")
  .map(({ sigma }) => sigma);
const ASKED = [...new Map(WINDOWS.map((one) => [JSON.stringify(one), one])).values()];

/** Codes that each channel has, and where to collect them. */
const EVENTS = SOURCES.flatMap(({ names, rows }) =>
  rows.flatMap(({ channels, codes, sigma }) =>
    sigma.product === "windows"
      ? (codes ?? []).map((code) => ({ name: names[0] ?? "", channel: channels[0] ?? "", code }))
      : [],
  ),
);

/** How one event with a code can look: the type of a change is in the event alone. */
const TYPES = [undefined, "CreateKey", "DeleteValue", "SetValue"];

const words = (text: string | undefined) => text?.toLowerCase() ?? null;

function isMatched(sigma: (typeof ASKED)[number], event: Record<string, unknown>): boolean {
  const wanted = {
    category: words(sigma.category),
    product: words(sigma.product),
    service: words(sigma.service),
  };
  return judgeSource(wanted, new EventView(event, new Work())) === "matched";
}

describe("coverage and evaluation", () => {
  it.each(EVENTS)("agree on event $code of $channel", ({ name, channel, code }) => {
    const feeds = feedsOfSource(name, [`EventCode=${code}`]);
    const telemetry = new CollectedTelemetry([{ label: name, platforms: [], feeds }]);
    const events = TYPES.map((type) => ({ Channel: channel, EventID: code, EventType: type }));
    const collected = ASKED.filter((sigma) => telemetry.of(sigma).collected !== "none");
    const matched = ASKED.filter((sigma) => events.some((event) => isMatched(sigma, event)));
    expect(collected).toEqual(matched);
  });

  it.each(SOURCES.filter(({ entry }) => entry.datasets && entry.attack && entry.sigma?.service))(
    "agree on the data sets of $entry.attack",
    ({ names, entry: { datasets = [], sigma = {} } }) => {
      const feeds = feedsOfSource(names[0] ?? "", []);
      const telemetry = new CollectedTelemetry([{ label: "", platforms: [], feeds }]);
      expect(telemetry.of(sigma).collected).toBe("all");
      expect(datasets.filter((dataset) => !isMatched(sigma, { event: { dataset } }))).toEqual([]);
    },
  );

  it.each([
    ["registry_delete", "WinEventLog:Security", 4657],
    ["process_termination", "WinEventLog:Security", 4689],
    ["file_delete_detected", "WinEventLog:Sysmon", 26],
  ])("both take %s from %s", (category, name, code) => {
    const feeds = feedsOfSource(name, [`EventCode=${code}`]);
    const telemetry = new CollectedTelemetry([{ label: name, platforms: [], feeds }]);
    expect(telemetry.of({ product: "windows", category }).collected).not.toBe("none");
  });

  it("neither takes file_delete_detected from Sysmon's 23", () => {
    const feeds = feedsOfSource("WinEventLog:Sysmon", ["EventCode=23"]);
    const telemetry = new CollectedTelemetry([{ label: "", platforms: [], feeds }]);
    const asked = { product: "windows", category: "file_delete_detected" };
    expect(telemetry.of(asked).collected).toBe("none");
  });
});
