import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Act, commit } from "../../../../src/platform/audit/commit.ts";
import { followEvents, LIFETIME_MS } from "../../../../src/platform/audit/events/follow-events.ts";
import type {
  EventMessage,
  EventPage,
  WorkspaceEvent,
} from "../../../../src/platform/audit/events/schema.ts";
import { newSession } from "../../../support/edits.ts";
import {
  ingestSmallRelease,
  request,
  requestJson,
  testServices,
} from "../../../support/service.ts";

beforeAll(ingestSmallRelease);

const PATH = "/api/events";
const read = async (query = "") => (await requestJson<EventPage>(`${PATH}${query}`)).body;
const listening = (headers: Record<string, string> = {}, signal?: AbortSignal): RequestInit => ({
  headers: { Accept: "text/event-stream", ...headers },
  ...(signal !== undefined && { signal }),
});

interface Message {
  id: number;
  event: string | undefined;
  data: EventMessage;
}

const opened: AbortController[] = [];
afterEach(() => opened.splice(0).forEach((stream) => stream.abort()));

/**
 * Opens a stream, until the test ends at most; answers how to read the next message, comments
 * excluded, and how to leave.
 */
async function open(query = "", headers: Record<string, string> = {}) {
  const gone = new AbortController();
  opened.push(gone);
  const response = await request(`${PATH}${query}`, listening(headers, gone.signal));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<Message> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      const block = end === -1 ? undefined : text.slice(0, end);
      if (block === undefined) text += (await reader?.read())?.value ?? "";
      else {
        text = text.slice(end + 2);
        if (!block.startsWith(":")) return messageOf(block);
      }
    }
  };
  /** The next message that is one; a file that ran before may have left work that is recorded too. */
  const nextWhere = async (isMeant: (message: Message) => boolean): Promise<Message> => {
    for (;;) {
      const message = await next();
      if (isMeant(message)) return message;
    }
  };
  return { headers: response.headers, next, nextWhere, leave: () => gone.abort() };
}

function messageOf(block: string): Message {
  const fields = new Map(
    block.split("\n").map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    }),
  );
  return {
    id: Number(fields.get("id")),
    event: fields.get("event"),
    data: JSON.parse(fields.get("data") ?? "null") as EventMessage,
  };
}

const isVersion = ({ event }: Message) => event === "version";
const isOf =
  (id: string) =>
  ({ event, data }: Message) =>
    event === undefined && (data as WorkspaceEvent).object_id === id;

describe("the changes of the workspace, page by page", () => {
  it("begin now, and follow the last one that was seen", async () => {
    const start = await read();
    expect(start.events).toEqual([]);
    const session = await newSession();
    await session.patch("T1566", { review_status: "accepted", note: "A secret note." });
    const page = await read(`?after=${start.last}`);
    expect(
      page.events.map(({ action, object_type, object_id }) => [action, object_type, object_id]),
    ).toEqual([
      ["session.create", "session", session.id],
      ["session.technique_update", "session", session.id],
    ]);
    expect(Object.keys(page.events[0] ?? {}).sort()).toEqual([
      "action",
      "actor",
      "at",
      "object_id",
      "object_type",
      "seq",
    ]);
    expect(JSON.stringify(page)).not.toContain("secret");
    expect(page.last).toBe(page.events.at(-1)?.seq);
    expect(page.version).not.toBe(start.version);
    expect(await read(`?after=${page.last}`)).toMatchObject({ events: [], last: page.last });
  });

  it("are 200 at most, and begin at the end after a place that is not there yet", async () => {
    const act: Act = {
      actor: "ann",
      action: "session.update",
      object: ["session", "s"],
      details: {},
    };
    for (let n = 0; n < 205; n += 1) {
      await commit(testServices(), { act, when: "always", parts: [] });
    }
    const page = await read("?after=0");
    expect(page.events.length).toBe(200);
    const { last } = await read();
    expect(page.last).toBeLessThan(last);
    expect(await read("?after=999999")).toMatchObject({ events: [], last });
  });

  it("refuse what is no place", async () => {
    expect((await requestJson(`${PATH}?after=-1`)).status).toBe(422);
    expect((await requestJson(`${PATH}?since=1`)).status).toBe(422);
  });
});

describe("the changes of the workspace, as a stream", () => {
  it("come by themselves, each with its place", async () => {
    const { last } = await read();
    const stream = await open();
    expect(stream.headers.get("Content-Type")).toMatch(/^text\/event-stream/u);
    const first = await stream.next();
    expect(first.event).toBe("version");
    expect(first.id).toBeGreaterThanOrEqual(last);
    const session = await newSession();
    const created = await stream.nextWhere(isOf(session.id));
    expect(created.data).toMatchObject({ action: "session.create", seq: created.id });
    const after = await stream.nextWhere(isVersion);
    expect(after.id).toBeGreaterThanOrEqual(created.id);
    expect(after.data).not.toEqual(first.data);
  });

  it("resume after the last one that was received, whatever the address says", async () => {
    const { last } = await read();
    const session = await newSession();
    const stream = await open("?after=0", { "Last-Event-ID": String(last) });
    const first = await stream.nextWhere(({ event }) => event === undefined);
    expect(first.id).toBe(last + 1);
    if (!isOf(session.id)(first)) await stream.nextWhere(isOf(session.id));
  });

  it("come page by page to who is far behind, none twice", async () => {
    const { last } = await read();
    const stream = await open("?after=0");
    const seen: number[] = [];
    while (seen.at(-1) !== last) {
      const { event, id } = await stream.next();
      if (event === undefined) seen.push(id);
    }
    expect(seen).toEqual(Array.from({ length: last }, (_, n) => n + 1));
  });

  it("leave nothing running when the client goes", async () => {
    const { eventListeners: listeners } = testServices();
    const left = async () => await expect.poll(() => listeners.count, { timeout: 10_000 }).toBe(0);
    await left();
    const streams = [await open(), await open()];
    for (const stream of streams) await stream.next();
    expect(listeners.count).toBe(2);
    for (const stream of streams) stream.leave();
    await left();
  });

  it("end by themselves when their time is up", async () => {
    const deps = testServices();
    const sent: EventMessage[] = [];
    let now = 0;
    const clock = () => {
      now += LIFETIME_MS / 2;
      return now;
    };
    const { signal } = new AbortController();
    await followEvents(deps, undefined, (event) => sent.push(event), signal, clock);
    expect(sent.length).toBe(1);
  });

  it("stop at once for who has left", async () => {
    const deps = testServices();
    const gone = new AbortController();
    const following = followEvents(deps, undefined, () => gone.abort(), gone.signal);
    await following;
    expect(gone.signal.aborted).toBe(true);
  });
});
