import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMIT } from "../../../src/platform/d1/databases.ts";
import { AppError } from "../../../src/platform/lib/errors.ts";
import { addTechnique } from "../../../src/reading/review/edits/add-technique.ts";
import { changeSession } from "../../../src/reading/review/edits/change-session.ts";
import { changeTechnique } from "../../../src/reading/review/edits/change-technique.ts";
import { removeTechnique } from "../../../src/reading/review/edits/remove-technique.ts";
import { undoChange } from "../../../src/reading/review/history/undo-change.ts";
import { reanalyseSession } from "../../../src/reading/review/reanalysis/reanalyse-session.ts";
import { acceptOpinion } from "../../../src/reading/review/second-opinion/accept-opinion.ts";
import { askSecondOpinion } from "../../../src/reading/review/second-opinion/ask-second-opinion.ts";
import { deleteSession } from "../../../src/reading/sessions/delete-session.ts";
import type { Services } from "../../../src/services.ts";
import { json, newSession } from "../../support/edits.ts";
import { ingestSmallRelease, request, requestJson, testServices } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

beforeAll(ingestSmallRelease);

type Opened = Awaited<ReturnType<typeof prepared>>;
/** What one of two people asks for of a session that is prepared for it. */
type Act = (deps: Services, who: string, session: Opened, ifMatch?: string) => Promise<unknown>;

/**
 * A session with a note on T1566, and T1059 added, by Ann, with what undoes either; and with a second opinion that adds
 * T1059.001.
 */
async function prepared() {
  const session = await newSession();
  const deps = testServices();
  const { WORKSPACE_DB: database } = env;
  await database.batch(
    [
      "delete from session_techniques where attack_id = 'T1059.001' and session_id = ?",
      "update sessions set technique_count = technique_count - 1 where id = ?",
    ].map((statement) => database.prepare(statement).bind(session.id)),
  );
  const asked = { slot: "provider_a" as const, version: undefined, mode: undefined };
  const { signal } = new AbortController();
  const { opinion_id: opinion } = await askSecondOpinion(deps, "ann", session.id, asked, signal);
  await changeTechnique(deps, "ann", session.id, "T1566", { note: "Ann's first." });
  await addTechnique(deps, "ann", session.id, { attack_id: "T1059", evidence: "host" });
  const [added, noted] = (await session.history()).body;
  return { ...session, opinion, added: added?.change_id ?? "", noted: noted?.change_id ?? "" };
}

const ACTS: Record<string, Act> = {
  "note it": (deps, who, { id }, ifMatch) =>
    changeTechnique(deps, who, id, "T1566", { note: `Of ${who}.` }, ifMatch),
  "review it": (deps, who, { id }, ifMatch) =>
    changeTechnique(deps, who, id, "T1566", { review_status: "accepted" }, ifMatch),
  "give it another id": (deps, who, { id }, ifMatch) =>
    changeTechnique(deps, who, id, "T1566", { attack_id: "T1574.001" }, ifMatch),
  "undo its note": (deps, who, { id, noted }, ifMatch) =>
    undoChange(deps, who, id, noted, { ifMatch }),
  "undo what was added": (deps, who, { id, added }, ifMatch) =>
    undoChange(deps, who, id, added, { ifMatch }),
  "remove what was added": (deps, who, { id }, ifMatch) =>
    removeTechnique(deps, who, id, "T1059", ifMatch),
  "add another": (deps, who, { id }, ifMatch) =>
    addTechnique(deps, who, id, { attack_id: "T1574.001", evidence: "loader", note: who }, ifMatch),
  "name the session": (deps, who, { id }, ifMatch) =>
    changeSession(deps, who, id, { name: `By ${who}` }, ifMatch),
  "accept the second opinion": (deps, who, { id, opinion }, ifMatch) =>
    acceptOpinion(deps, who, id, { opinion_id: opinion }, ifMatch),
  "analyse it again": (deps, who, { id }, ifMatch) =>
    reanalyseSession(deps, who, id, {}, new AbortController().signal, ifMatch),
  "delete the session": (deps, who, { id }, ifMatch) => deleteSession(deps, who, id, ifMatch),
};

/** Services in which somebody else acts once, right before the first change is written. */
function interrupted(act: () => Promise<unknown>): Services {
  const deps = testServices();
  let isDone = false;
  const first = async () => {
    if (isDone) return;
    isDone = true;
    // Who comes too late is told so; that is no matter of the other.
    await outcome(act());
  };
  const commit: Services["workspace"][typeof COMMIT] = async (statements) => {
    await first();
    return await deps.workspace[COMMIT](statements);
  };
  return { ...deps, workspace: { ...deps.workspace, [COMMIT]: commit } };
}

/** The same right before the outcome of an analysis is written. */
function interruptedAtEnd(act: () => Promise<unknown>): Services {
  const deps = testServices();
  const { sessionChanges: changes } = deps;
  let isDone = false;
  const finish: typeof changes.finish = async (...given) => {
    if (!isDone) await outcome(act());
    isDone = true;
    return await changes.finish(...given);
  };
  const sessionChanges = {
    lastOf: async (id: string) => await changes.lastOf(id),
    finish,
  } as unknown as typeof changes;
  return { ...deps, sessionChanges };
}

/** The code of a refusal; "done" for what happened. */
const outcome = async (acting: Promise<unknown>) =>
  await acting.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

const count = async (sql: string, id: string) =>
  await env.WORKSPACE_DB.prepare(sql).bind(id).first<number>("n");

/**
 * Requires that every change found what the one before it left, up to what is there now, that the
 * trail has each of them, and that the techniques are counted.
 */
async function requireWhole({ id, ...session }: Opened): Promise<void> {
  const fields = ["attack_id", "note", "review_status", "confidence", "evidence"];
  const techniques = new Map<string, Record<string, unknown>>();
  const { body: history } = await session.history("?limit=200");
  const since = history.findIndex(({ action }) => action === "reanalysed");
  const changes = history.slice(0, since === -1 ? undefined : since).toReversed();
  for (const { attack_id: after, before: was, after: is } of changes) {
    if (after === null) continue;
    const idIn = (state: Record<string, unknown> | null) =>
      state?.["attack_id"] as string | undefined;
    const from = idIn(was) ?? idIn(is) ?? after;
    const to = idIn(is) ?? after;
    const known = techniques.get(from);
    const both =
      was === null || known === undefined ? [] : fields.filter((f) => f in was && f in known);
    expect(both.map((field) => [field, known?.[field]])).toEqual(
      both.map((field) => [field, was?.[field]]),
    );
    techniques.delete(from);
    if (is !== null) techniques.set(to, { ...known, ...is });
  }
  const { techniques: stored } = await session.read();
  for (const [attackId, expected] of techniques) {
    const found = stored.find((technique) => technique.attack_id === attackId);
    for (const field of fields) {
      if (field in expected) {
        expect([attackId, field, found?.[field as "note"]]).toEqual([
          attackId,
          field,
          expected[field],
        ]);
      }
    }
  }
  const { body: list } =
    await requestJson<{ session_id: string; technique_count: number }[]>("/api/analyze/sessions");
  expect(list.find((item) => item.session_id === id)?.technique_count).toBe(stored.length);
  const recorded = await count(
    `select count(*) as n from audit where object_id = ?
       and action not in ('session.create', 'session.reanalyse', 'session.second_opinion')`,
    id,
  );
  expect(recorded).toBe(history.filter(({ action }) => action !== "reanalysed").length);
}

describe("two people at once", () => {
  it.each(Object.keys(ACTS))("lose nothing when Ann is about to %s", async (mine) => {
    for (const [theirs, act] of Object.entries(ACTS)) {
      const session = await prepared();
      const deps = interrupted(() => act(testServices(), "bob", session));
      const ended = await outcome(ACTS[mine]?.(deps, "ann", session) ?? Promise.resolve());
      const name = `${mine}, while the other is to ${theirs}`;
      if (theirs === "delete the session") {
        // Who deletes what is gone has what was wanted.
        const gone = mine === theirs ? "done" : "not_found";
        expect([name, ended]).toEqual([name, gone]);
        expect((await session.history()).status).toBe(404);
      } else if (mine === "delete the session") expect([name, ended]).toEqual([name, "done"]);
      else {
        expect([name, ["done", "not_found", "conflict"].includes(ended)]).toEqual([name, true]);
        await requireWhole(session);
      }
    }
  });

  it.each(Object.keys(ACTS))(
    "lose nothing when an analysis ends as one is to %s",
    async (theirs) => {
      const session = await prepared();
      const deps = interruptedAtEnd(
        () => ACTS[theirs]?.(testServices(), "bob", session) ?? never(),
      );
      const ended = await outcome(ACTS["analyse it again"]?.(deps, "ann", session) ?? never());
      const isGone = theirs === "delete the session";
      expect([theirs, ended]).toEqual([theirs, isGone ? "not_found" : "done"]);
      if (isGone) return;
      await requireWhole(session);
      const { body: history } = await session.history();
      const bobs = history.filter(({ actor }) => actor === "bob");
      expect(bobs).toHaveLength(1);
      // What Bob did while it ran is in the answer, as if he had done it before.
      const { techniques, name } = await session.read();
      const shown = techniques.find((one) => ["T1566", "T1574.001"].includes(one.attack_id));
      if (theirs === "note it") expect(shown).toMatchObject({ note: "Of bob." });
      if (theirs === "review it") expect(shown).toMatchObject({ review_status: "accepted" });
      if (theirs === "give it another id") expect(shown).toMatchObject({ found_as: "T1566" });
      if (theirs === "undo its note") expect(shown).toMatchObject({ note: "" });
      if (theirs === "name the session") expect(name).toBe("By bob");
      const isRemoved = ["undo what was added", "remove what was added"].includes(theirs);
      expect(techniques.some((one) => one.attack_id === "T1059")).toBe(!isRemoved);
    },
  );

  it.each<[string, string, string]>([
    ["undo its note", "note it", "conflict"],
    ["undo its note", "undo its note", "conflict"],
    ["undo its note", "give it another id", "conflict"],
    ["undo its note", "analyse it again", "conflict"],
    ["undo its note", "review it", "done"],
    ["undo what was added", "remove what was added", "conflict"],
    ["remove what was added", "undo what was added", "not_found"],
    ["note it", "give it another id", "not_found"],
    ["note it", "undo its note", "done"],
    ["note it", "analyse it again", "done"],
    ["give it another id", "add another", "conflict"],
    ["add another", "give it another id", "conflict"],
    ["review it", "review it", "done"],
    ["analyse it again", "note it", "done"],
  ])("to %s, while the other is to %s, is %s", async (mine, theirs, expected) => {
    const session = await prepared();
    const deps = interrupted(() => ACTS[theirs]?.(testServices(), "bob", session) ?? never());
    expect(await outcome(ACTS[mine]?.(deps, "ann", session) ?? never())).toBe(expected);
  });
});

describe("If-Match", () => {
  it.each(Object.keys(ACTS))("refuses to %s on a state that is gone", async (mine) => {
    for (const theirs of ["note it", "name the session", "analyse it again"]) {
      const session = await prepared();
      const { headers } = await requestJson(`/api/analyze/${session.id}`);
      const seen = headers.get("ETag") ?? "";
      const deps = interrupted(() => ACTS[theirs]?.(testServices(), "bob", session) ?? never());
      const ended = await outcome(ACTS[mine]?.(deps, "ann", session, seen) ?? never());
      // What cannot be undone any more is refused for that.
      const isTouched =
        theirs === "analyse it again" || (mine === "undo its note" && theirs === "note it");
      // The opinion goes with the analysis that it was about.
      const isGone = mine === "accept the second opinion" && theirs === "analyse it again";
      const refused = mine.startsWith("undo") && isTouched ? "conflict" : "precondition_failed";
      const expected = isGone ? "not_found" : refused;
      expect([mine, theirs, ended]).toEqual([mine, theirs, expected]);
      expect((await requestJson(`/api/analyze/${session.id}?explain=true`)).status).toBe(200);
      expect((await request(`/api/analyze/${session.id}/text`)).status).toBe(200);
      expect((await session.history()).body.filter(({ actor }) => actor === "ann")).toHaveLength(2);
    }
  });

  it.each(Object.keys(ACTS))("lets the state through that is seen: %s", async (mine) => {
    const session = await prepared();
    const { headers } = await requestJson(`/api/analyze/${session.id}`);
    const seen = headers.get("ETag") ?? "";
    const ended = await outcome(ACTS[mine]?.(testServices(), "ann", session, seen) ?? never());
    expect(ended).toBe("done");
  });

  it("shows a lost update to whoever would have caused it, in team mode", async () => {
    const session = await newSession();
    const send = async (
      who: string,
      method: string,
      path: string,
      body?: object,
      etag?: string,
    ) => {
      const headers = {
        "X-Auth-User": who,
        "X-Auth-Roles": "analyst",
        ...(etag !== undefined && { "If-Match": etag }),
      };
      return await requestWith(TEAM, path, { ...json(method, body), headers });
    };
    const technique = `${session.path}/techniques/T1566`;
    const first = await send("ann", "GET", `/api/analyze/${session.id}`);
    const seen = first.headers.get("ETag") ?? "";
    expect(seen).toBe(`"${session.id}"`);
    const bob = await send("bob", "PATCH", technique, { review_status: "rejected" }, seen);
    expect(bob.status).toBe(200);
    const ann = await send("ann", "PATCH", technique, { review_status: "accepted" }, seen);
    expect(ann.status).toBe(412);
    expect(await ann.json()).toMatchObject({
      code: "precondition_failed",
      detail: expect.stringMatching(
        /Compare .current. with .sent., and send the change with the new ETag/,
      ) as string,
    });
    expect(await session.technique("T1566")).toMatchObject({ changed_by: "bob" });
    // The answer of a change names the state after it, and so does the next read.
    const after = bob.headers.get("ETag") ?? "";
    const read = await send("ann", "GET", `/api/analyze/${session.id}`);
    expect(read.headers.get("ETag")).toBe(after);
    const [change] = (await session.history()).body;
    expect(after).toBe(`"${change?.change_id}"`);
    const again = await send("ann", "PATCH", technique, { review_status: "accepted" }, after);
    expect(again.status).toBe(200);
    // Sent once more, as after a lost answer, it finds its own change.
    const repeated = await send("ann", "PATCH", technique, { review_status: "accepted" }, after);
    expect(repeated.status).toBe(200);
    expect(repeated.headers.get("ETag")).toBe(again.headers.get("ETag"));
    const stale = await send("bob", "DELETE", session.path, undefined, after);
    expect(stale.status).toBe(412);
    const last = again.headers.get("ETag") ?? "";
    const undone = await send(
      "bob",
      "POST",
      `${session.path}/history/${last.slice(1, -1)}/undo`,
      undefined,
      last,
    );
    expect(undone.status).toBe(200);
    const deleted = await send(
      "bob",
      "DELETE",
      session.path,
      undefined,
      `"x", ${undone.headers.get("ETag")}`,
    );
    expect(deleted.status).toBe(204);
  });

  it("is for who sends it: any state, a list, and what is no entity tag", async () => {
    const session = await newSession();
    const send = async (etag: string) => {
      const init = { ...json("PATCH", { note: etag }), headers: { "If-Match": etag } };
      const { status, body } = await requestJson(`${session.path}/techniques/T1566`, init);
      return [status, body["code"]];
    };
    expect(await send("*")).toEqual([200, undefined]);
    expect(await send(`"${session.id}"`)).toEqual([412, "precondition_failed"]);
    expect(await send('""')).toEqual([412, "precondition_failed"]);
    for (const bad of ["x", `"a" "b"`, "*, *", `"a",`, `"${"x".repeat(1000)}"`]) {
      expect([bad, await send(bad)]).toEqual([bad, [422, "validation_error"]]);
    }
    expect(await session.patch("T1566", { note: "Without." })).toMatchObject({ status: 200 });
  });
});

function never(): never {
  throw new Error("there is no such act");
}
