import { describe, expect, it } from "vitest";
import { describeService, isLoopback } from "../../src/console/pages/home/describe-service.ts";

const EMBEDDED = { name: "Embedded analyzer", runs_on: "service" } as const;
const LOCAL = { name: "ollama: qwen", runs_on: "machine" } as const;
const CLAUDE = { name: "anthropic: claude", runs_on: "elsewhere" } as const;
const REMOTE = { name: "ollama: llama", runs_on: "elsewhere" } as const;

describe("what Home says of where reports go", () => {
  it.each([
    [[EMBEDDED], true, "and keeps every report on this machine."],
    [[EMBEDDED, LOCAL], true, "and keeps every report on this machine."],
    [[EMBEDDED], false, "and keeps every report on the server that runs it."],
    [
      [EMBEDDED, CLAUDE],
      true,
      "and sends a report away from this machine only if you choose anthropic: claude.",
    ],
    [
      [EMBEDDED, CLAUDE, REMOTE],
      true,
      "and sends a report away from this machine only if you choose anthropic: claude or ollama: llama.",
    ],
    [
      [CLAUDE],
      false,
      "and sends a report away from the server that runs it for analysis by anthropic: claude.",
    ],
    [undefined, true, "and says where each report goes."],
  ])("%#", (providers, isOnThisMachine, end) => {
    const sentence = describeService(providers, isOnThisMachine);
    expect(sentence.startsWith("Finds the ATT&CK techniques in threat reports")).toBe(true);
    expect(sentence.endsWith(end)).toBe(true);
  });

  it.each([
    ["localhost", true],
    ["127.0.0.1", true],
    ["[::1]", true],
    ["tradecraft.example.com", false],
    ["localhost.example.com", false],
  ])("%s is this machine: %s", (host, is) => expect(isLoopback(host)).toBe(is));
});
