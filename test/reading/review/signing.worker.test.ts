import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../src/platform/lib/errors.ts";
import { COMMIT } from "../../../src/platform/d1/databases.ts";
import { changeSession } from "../../../src/reading/review/edits/change-session.ts";
import { changeTechnique } from "../../../src/reading/review/edits/change-technique.ts";
import { reanalyseSession } from "../../../src/reading/review/reanalysis/reanalyse-session.ts";
import { deleteSession } from "../../../src/reading/sessions/delete-session.ts";
import type { SessionListItem } from "../../../src/reading/sessions/schema.ts";
import type { Services } from "../../../src/services.ts";
import { json, newSession } from "../../support/edits.ts";
import { ingestSmallRelease, requestJson, testServices } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

beforeAll(ingestSmallRelease);

type Opened = Awaited<ReturnType<typeof newSession>>;

const SIGNED_BY_LOCAL =
  /^local signed this report at \d{4}-\d\d-\d\dT[\d:.]+Z\. Reopen it first\.$/u;
const sign = async ({ update }: Opened) => await update({ review_state: "signed" });
const signal = () => new AbortController().signal;

async function signedSession() {
  const session = await newSession();
  await session.add({ attack_id: "T1574.001", evidence: "loader" });
  const [added] = (await session.history()).body;
  await sign(session);
  return { ...session, added: added?.change_id ?? "" };
}

describe("a signed report", () => {
  it("says who signed it and when", async () => {
    const session = await newSession();
    expect(await session.read()).toMatchObject({
      assignee: null,
      review_state: "draft",
      signed_by: null,
      signed_at: null,
    });
    await session.update({ assignee: " bob ", review_state: "in_review" });
    expect(await session.read()).toMatchObject({ assignee: "bob", review_state: "in_review" });
    const { status, body } = await sign(session);
    expect(status).toBe(200);
    const { signed_at: at } = body as unknown as SessionListItem;
    expect(Math.abs(Date.now() - Date.parse(at ?? ""))).toBeLessThan(60_000);
    expect(await session.read()).toMatchObject({
      review_state: "signed",
      signed_by: "local",
      signed_at: at,
    });
    // Signing again changes nothing: neither the time nor the trail.
    await sign(session);
    expect((await session.read()).signed_at).toBe(at);
    expect((await session.history()).body.length).toBe(2);
  });

  it("takes no signature from the client", async () => {
    const { update } = await newSession();
    expect((await update({ review_state: "signed", signed_by: "eve" })).status).toBe(422);
    expect((await update({ review_state: "published" })).status).toBe(422);
  });

  const CHANGES: Record<
    string,
    (session: Awaited<ReturnType<typeof signedSession>>) => Promise<Response>
  > = {
    "its name": async ({ path }) => await requestWith({}, path, json("PATCH", { name: "Other" })),
    "its assignee": async ({ path }) =>
      await requestWith({}, path, json("PATCH", { assignee: "bob" })),
    "a verdict": async ({ path }) =>
      await requestWith(
        {},
        `${path}/techniques/T1566`,
        json("PATCH", { review_status: "rejected" }),
      ),
    "a new technique": async ({ path }) =>
      await requestWith(
        {},
        `${path}/techniques`,
        json("POST", { attack_id: "T1059", evidence: "host" }),
      ),
    "a removal": async ({ path }) =>
      await requestWith({}, `${path}/techniques/T1574.001`, json("DELETE")),
    "an undo": async ({ path, added }) =>
      await requestWith({}, `${path}/history/${added}/undo`, json("POST")),
    "a new analysis": async ({ path }) => await requestWith({}, `${path}/reanalyse`, json("POST")),
    "its deletion": async ({ path }) => await requestWith({}, path, json("DELETE")),
  };

  it.each(Object.keys(CHANGES))("refuses %s", async (name) => {
    const session = await signedSession();
    const before = await session.read();
    const response = await CHANGES[name]?.(session);
    const body = await response?.json<{ code: string; detail: string }>();
    expect([response?.status, body?.code]).toEqual([409, "session_signed"]);
    expect(body?.detail).toMatch(SIGNED_BY_LOCAL);
    expect(await session.read()).toEqual(before);
  });

  it("says so also to who means an earlier state", async () => {
    const { path } = await signedSession();
    const init = { ...json("PATCH", { name: "Other" }), headers: { "If-Match": '"earlier"' } };
    expect((await requestJson(path, init)).body["code"]).toBe("session_signed");
  });

  it("refuses an accepted second opinion", async () => {
    const session = await newSession();
    const { WORKSPACE_DB: database } = env;
    await database
      .prepare("delete from session_techniques where attack_id = 'T1059.001' and session_id = ?")
      .bind(session.id)
      .run();
    const { body } = await requestJson(
      `${session.path}/second-opinion?provider=provider_a`,
      json("POST"),
    );
    await sign(session);
    const given = json("POST", { opinion_id: body["opinion_id"] });
    const accepted = await requestJson(`${session.path}/second-opinion/accept`, given);
    expect(accepted.body["code"]).toBe("session_signed");
  });

  it("is reopened by its state, alone or with another change", async () => {
    const session = await signedSession();
    expect((await session.update({ review_state: "in_review", name: "Reopened" })).status).toBe(
      200,
    );
    expect(await session.read()).toMatchObject({
      review_state: "in_review",
      signed_by: null,
      signed_at: null,
      name: "Reopened",
    });
    expect((await session.patch("T1566", { review_status: "rejected" })).status).toBe(200);
  });

  it("is reopened by undoing the signature, which nothing restores", async () => {
    const session = await signedSession();
    const [signature] = (await session.history()).body;
    expect(signature).toMatchObject({
      fields: ["review_state"],
      before: { review_state: "draft", signed_by: null },
      after: { review_state: "signed", signed_by: "local" },
      can_undo: true,
    });
    const undone = await session.undo(signature?.change_id);
    expect([undone.status, undone.body.can_undo]).toEqual([200, false]);
    expect(await session.read()).toMatchObject({ review_state: "draft", signed_by: null });
    const again = await session.undo(undone.body.change_id);
    expect([again.status, again.body.code]).toEqual([409, "conflict"]);
  });

  it("is complete", async () => {
    const session = await newSession();
    await env.WORKSPACE_DB.prepare("update sessions set status = 'failed' where id = ?")
      .bind(session.id)
      .run();
    expect((await sign(session)).body["code"]).toBe("conflict");
  });
});

describe("a signature between a change and its write", () => {
  /** Services in which the report is signed right before the first change is written. */
  function signedBefore(id: string): Services {
    const deps = testServices();
    let isDone = false;
    const commit: Services["workspace"][typeof COMMIT] = async (statements) => {
      if (!isDone) {
        isDone = true;
        await changeSession(deps, "ann", id, { review_state: "signed" });
      }
      return await deps.workspace[COMMIT](statements);
    };
    return { ...deps, workspace: { ...deps.workspace, [COMMIT]: commit } };
  }
  const codeOf = async (acting: Promise<unknown>) =>
    await acting.then(
      () => "done",
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );

  it.each<[string, (deps: Services, id: string) => Promise<unknown>]>([
    [
      "a verdict",
      (deps, id) => changeTechnique(deps, "bob", id, "T1566", { review_status: "rejected" }),
    ],
    ["a name", (deps, id) => changeSession(deps, "bob", id, { name: "Other" })],
    ["a new analysis", (deps, id) => reanalyseSession(deps, "bob", id, {}, signal())],
    ["a deletion", (deps, id) => deleteSession(deps, "bob", id)],
  ])("refuses %s", async (_name, act) => {
    const session = await newSession();
    const before = await session.read();
    expect(await codeOf(act(signedBefore(session.id), session.id))).toBe("session_signed");
    const { review_state, signed_by, signed_at, ...rest } = await session.read();
    expect([review_state, signed_by]).toEqual(["signed", "ann"]);
    expect({ ...before, ...rest }).toEqual(before);
    expect(signed_at).not.toBeNull();
  });

  it("refuses the outcome of an analysis that had begun", async () => {
    const session = await newSession();
    const deps = testServices();
    const { sessionChanges: changes } = deps;
    const finish: typeof changes.finish = async (...given) => {
      await changeSession(deps, "ann", session.id, { review_state: "signed" });
      return await changes.finish(...given);
    };
    const lastOf = async (id: string) => await changes.lastOf(id);
    const isLast = (id: string, seq: number) => changes.isLast(id, seq);
    const sessionChanges = { lastOf, isLast, finish } as unknown as typeof changes;
    const acting = reanalyseSession({ ...deps, sessionChanges }, "bob", session.id, {}, signal());
    expect(await codeOf(acting)).toBe("session_signed");
  });
});

describe("the list of sessions", () => {
  it("finds them by assignee and state, `me` for each user separately", async () => {
    const [ofAnn, ofBob, ofNobody] = [await newSession(), await newSession(), await newSession()];
    await ofAnn.update({ assignee: "Ann", review_state: "in_review" });
    await ofBob.update({ assignee: "bob" });
    await sign(ofBob);
    const list = async (user: string, query: string) => {
      const headers = { "X-Auth-User": user, "X-Auth-Roles": "viewer" };
      const path = `/api/analyze/sessions?${query}&limit=200`;
      const response = await requestWith(TEAM, path, { headers });
      const known = new Set([ofAnn.id, ofBob.id, ofNobody.id]);
      const items = await response.json<SessionListItem[]>();
      return items.map(({ session_id: id }) => id).filter((id) => known.has(id));
    };
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await list("ann", "assignee=me")).toEqual([ofAnn.id]);
      expect(await list("bob", "assignee=me")).toEqual([ofBob.id]);
    }
    expect(await list("ann", "assignee=bob")).toEqual([ofBob.id]);
    expect(await list("ann", "assignee=none")).toEqual([ofNobody.id]);
    expect(await list("ann", "review_state=signed")).toEqual([ofBob.id]);
    expect(await list("ann", "review_state=draft")).toEqual([ofNobody.id]);
  });
});

describe("an export", () => {
  it("says whether the report is signed", async () => {
    const session = await newSession();
    const markdown = async () => {
      const response = await requestWith({}, `/api/export/analysis/${session.id}/markdown`);
      return await response.text();
    };
    expect(await markdown()).toMatch(/\| Review \| Draft; reviewed by nobody so far \|/u);
    await session.update({ assignee: "bob", review_state: "in_review" });
    expect(await markdown()).toMatch(/\| Review \| In review by bob; /u);
    await sign(session);
    expect(await markdown()).toMatch(
      /\| Review \| Signed by the local user on \d+ \w+ \d{4}, \d\d:\d\d UTC; /u,
    );
  });
});
