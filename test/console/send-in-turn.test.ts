import { expect, it } from "vitest";
import { Problem, toProblem } from "../../src/console/api/problem.ts";
import { sendInTurn } from "../../src/console/pages/capture/send-in-turn.ts";

const refusal = (status: number, seconds?: string) => {
  const headers = new Headers(seconds === undefined ? {} : { "Retry-After": seconds });
  return toProblem({ code: "x", detail: "No." }, new Response("{}", { status, headers }));
};

/** Sends items of which some are refused, in order; returns what happened. */
async function run(items: string[], refusals: Record<string, Problem[]>): Promise<string[]> {
  const events: string[] = [];
  await sendInTurn(items, {
    send: async (item) => {
      const refused = refusals[item]?.shift();
      if (refused !== undefined) throw refused;
      return await Promise.resolve(`${item} added`);
    },
    show: ({ left, seconds }) => void events.push(`${left} left, ${seconds} s`),
    wait: async (seconds) => void (await Promise.resolve(events.push(`waited ${seconds}`))),
    done: (item, sent) => void events.push(sent ?? `${item} refused`),
  });
  return events;
}

it("a series waits at the rate limit as long as the service says, and then goes on", async () => {
  expect(await run(["a", "b"], { a: [refusal(429, "40"), refusal(429, "1")] })).toEqual([
    "2 left, 0 s",
    "2 left, 40 s",
    "waited 40",
    "2 left, 0 s",
    "2 left, 1 s",
    "waited 1",
    "2 left, 0 s",
    "a added",
    "1 left, 0 s",
    "b added",
  ]);
});

it.each([
  ["another refusal", refusal(422)],
  ["a limit without a time", refusal(429)],
  ["a limit with a date", refusal(429, "Sat, 28 Nov 2026 18:00:00 GMT")],
  ["a limit for an hour", refusal(429, "3600")],
])("%s is shown, and the others follow", async (_what, problem) => {
  const events = await run(["a", "b"], { a: [problem] });
  expect(events).toEqual(["2 left, 0 s", "a refused", "1 left, 0 s", "b added"]);
});
