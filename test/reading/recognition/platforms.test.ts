import { describe, expect, it } from "vitest";
import type { ReleaseIndex } from "../../../src/knowledge/attack/release-index.ts";
import type { TechniqueMention } from "../../../src/reading/recognition/detectors.ts";
import {
  contradictPlatform,
  findForeignPlatforms,
} from "../../../src/reading/recognition/platforms.ts";
import { UNEXPLAINED } from "../../../src/reading/recognition/found-technique.ts";
import { isAboutWindows } from "../../../src/reading/recognition/platform-words.ts";
import { processorMs } from "../../support/node/processor-time.ts";
import { smallRelease } from "../../support/small-release.ts";

const PLATFORMS: Record<string, string[]> = {
  "T1053.005": ["Windows"],
  T1053: ["Linux", "Windows", "macOS"],
  "T1059.006": ["Linux", "Windows", "macOS"],
};

function release(): ReleaseIndex {
  const small = smallRelease();
  const techniques = [...small.techniques].map(
    ([id, one]) => [id, { ...one, platforms: PLATFORMS[id] ?? [] }] as const,
  );
  return { ...small, techniques: new Map(techniques) };
}

const LINUX =
  "The botnet infects Linux servers. Its script writes itself into the crontab of root and starts from /etc/init.d after a restart.";
const ROUTERS =
  "The actors logged in to the routers, copied the running-config by TFTP, and changed the SNMP community.";

const calledIn = (text: string, mentions: TechniqueMention[] = []) =>
  findForeignPlatforms(text, mentions).map(({ called }) => called);

describe("what a text is about", () => {
  it.each([
    [LINUX, "Linux"],
    [ROUTERS, "network devices"],
    ["On macOS the stealer came as a .dmg, passed Gatekeeper, and set up a LaunchAgent.", "macOS"],
    [
      "The app is an APK for Android phones; it abuses the accessibility service of Android.",
      "mobile devices",
    ],
  ])("is said of %j", (text, called) => {
    expect(calledIn(text)).toEqual([called]);
  });

  it.each([
    `${LINUX} From there they reached the domain controllers.`,
    `${ROUTERS} The admin's workstation was compromised before.`,
    `${ROUTERS} On it stood C:\\tools\\x.exe.`,
    "The actors used a router once.",
    `A router, a router, a router. ${"They moved on and did other things elsewhere. ".repeat(300)}`,
    "",
  ])("is left open where Windows is spoken of, or too little: %#", (text) => {
    expect(calledIn(text)).toEqual([]);
  });

  it.each([
    "The controllers are evil.net and update-service.net.",
    "The controllers are evil[.]net, evil[.]net:8080 and hxxp://evil(.)net/a.",
    "The controllers are windows-update.com and cmd.microsoft-login.org; mail went to outlook@exchange.example.org.",
    "The script asks https://evil.example/registry/cmd?cmd=id&x=%2F%3A first.",
    "It registers a .net domain.",
    "The malware takes part in the key exchange; defenders excel at finding it.",
    "The image comes from a container registry.",
  ])("is not Windows for an address or an ordinary word: %j", (sentence) => {
    expect(calledIn(`${LINUX} ${sentence}`)).toEqual(["Linux"]);
  });

  it.each([
    "The loader is a .NET assembly.",
    "The loader is written in ASP.NET.",
    "The loader needs .NET, which the server lacks.",
    "They fetched http://evil.net/a.exe with it.",
    "They read the mail of an Exchange server.",
    "They wrote to the registry.",
    "It expands %APPDATA% first.",
  ])("is Windows too where it says so: %j", (sentence) => {
    expect(calledIn(`${LINUX} ${sentence}`)).toEqual([]);
  });

  it("is said of a few words about routers, whatever their addresses are called", () => {
    const text =
      "The actors exploited Cisco routers and sent the captured traffic to windows.evil.net. T1003.001: they dumped the credentials of the routers.";
    expect(calledIn(text)).toEqual(["network devices"]);
  });

  it("is found in a moment in a long text without a blank", () => {
    const start = performance.now();
    for (const piece of ["a", "a.", "a@", "[dot]", "%a"]) calledIn(piece.repeat(200_000));
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it("does not go by what is printed beside an id", () => {
    const text = `T1053.005 Windows Scheduled Task: ${LINUX}`;
    const mention = (kind: "id" | "name", printed: string): TechniqueMention => ({
      attack_id: "T1053.005",
      start: text.indexOf(printed),
      end: text.indexOf(printed) + printed.length,
      confidence: 0.9,
      hit: { kind, text: printed },
    });
    expect(calledIn(text)).toEqual([]);
    const printed = [mention("name", "Windows Scheduled Task"), mention("id", "T1053.005")];
    expect(calledIn(text, printed)).toEqual(["Linux"]);
  });
});

describe("a technique of Windows alone in such a text", () => {
  const explanation = UNEXPLAINED;
  const platforms = findForeignPlatforms(LINUX, []);

  it("gets a warning that names what fits first", () => {
    const row = { attack_id: "T1053.005", explanation };
    expect(contradictPlatform(row, platforms, release())).toBe(
      "The text fits T1053 Scheduled Task/Job: T1053.005 Scheduled Task is of Windows alone, and the text is about Linux.",
    );
    const rival = { ...explanation, runners_up: [{ attack_id: "T1059.006", probability: 0.1 }] };
    expect(contradictPlatform({ ...row, explanation: rival }, platforms, release())).toMatch(
      /^The text fits T1059\.006 Python: /,
    );
  });

  it("gets none where the text is about Windows or the technique is of others too", () => {
    expect(contradictPlatform({ attack_id: "T1053.005", explanation }, [], release())).toBeNull();
    expect(
      contradictPlatform({ attack_id: "T1053", explanation }, platforms, release()),
    ).toBeNull();
    expect(
      contradictPlatform({ attack_id: "T9999", explanation }, platforms, release()),
    ).toBeNull();
  });
});

it.each(["1[.]", "a(.)", "a.", "a-", "@", "a[dot]"])(
  "of a million characters of %j are looked for in linear time",
  (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    const start = processorMs();
    expect(isAboutWindows(text)).toBe(false);
    expect(processorMs() - start).toBeLessThan(5_000);
  },
);
