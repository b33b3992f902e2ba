import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import type { CommentView } from "../../../src/reading/review/comments/schema.ts";
import { json, newSession } from "../../support/edits.ts";
import { ingestSmallRelease, request, requestJson } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

beforeAll(ingestSmallRelease);

const as = (user: string, role = "analyst") => ({
  headers: { "X-Auth-User": user, "X-Auth-Roles": role },
});

async function commented() {
  const session = await newSession();
  const path = `${session.path}/comments`;
  return {
    ...session,
    comments: path,
    list: async () => (await requestJson<CommentView[]>(path)).body,
    comment: async (user: string, given: object, role?: string) => {
      const response = await requestWith(TEAM, path, { ...json("POST", given), ...as(user, role) });
      return {
        status: response.status,
        body: await response.json<CommentView & { code: string }>(),
      };
    },
    remove: async (user: string, id: string, role?: string) => {
      const init = { ...json("DELETE"), ...as(user, role) };
      return (await requestWith(TEAM, `${path}/${id}`, init)).status;
    },
  };
}

it("comments are on the report or on one of its techniques, oldest first", async () => {
  const session = await commented();
  expect(await session.list()).toEqual([]);
  const first = await session.comment("ann", { text: " Is this\u200b the\nsame actor? \u0007" });
  expect([first.status, first.body]).toMatchObject([
    201,
    { attack_id: null, author: "ann", text: "Is this the\nsame actor?" },
  ]);
  await session.comment("bob", { attack_id: "t1566", text: "The gateway says otherwise." });
  expect((await session.list()).map(({ author, attack_id }) => [author, attack_id])).toEqual([
    ["ann", null],
    ["bob", "T1566"],
  ]);
});

it("a comment is no change of the report: its state and its history stay", async () => {
  const session = await commented();
  const etag = async () => (await request(`/api/analyze/${session.id}`)).headers.get("ETag");
  const before = await etag();
  await session.comment("ann", { text: "A question." });
  expect(await etag()).toBe(before);
  expect((await session.history()).body).toEqual([]);
  await session.update({ review_state: "signed" });
  expect((await session.comment("bob", { text: "Please reopen it." })).status).toBe(201);
});

it("the trail says who commented on what, without the text", async () => {
  const session = await commented();
  const { body } = await session.comment("ann", { attack_id: "T1566", text: "Top secret." });
  const { body: entries } = await requestJson<{ action: string; details: object }[]>(
    `/api/pipeline/audit?object_id=${session.id}&action=session.comment_add`,
  );
  expect(entries[0]?.details).toEqual({
    comment_id: body.comment_id,
    attack_id: "T1566",
    characters: 11,
  });
});

it.each([
  ["an empty text", { text: " \u200b " }, 422],
  ["a text that is too long", { text: "x".repeat(4_001) }, 422],
  ["an unknown field", { text: "x", author: "eve" }, 422],
  ["no technique of the session", { text: "x", attack_id: "T1003" }, 404],
  ["what is no technique", { text: "x", attack_id: "none" }, 400],
])("%s is refused", async (_what, given, status) => {
  expect((await (await commented()).comment("ann", given)).status).toBe(status);
});

it("the author deletes a comment, and an admin; nobody else", async () => {
  const session = await commented();
  const { body: first } = await session.comment("ann", { text: "First." });
  const { body: second } = await session.comment("ann", { text: "Second." });
  expect((await session.comment("eve", { text: "x" }, "viewer")).status).toBe(403);
  expect(await session.remove("bob", first.comment_id)).toBe(403);
  expect(await session.remove("ann", first.comment_id)).toBe(204);
  expect(await session.remove("ann", first.comment_id)).toBe(404);
  expect(await session.remove("root", second.comment_id, "admin")).toBe(204);
  expect(await session.list()).toEqual([]);
});

it("a report has a limited number of comments, which are deleted with it", async () => {
  const session = await commented();
  await env.WORKSPACE_DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)
     insert into session_comments (id, session_id, author, text, created_at)
     select 'comment-' || i, ?, 'ann', 'x', '2026-11-22' from n`,
  )
    .bind(session.id)
    .run();
  const refused = await session.comment("ann", { text: "One more." });
  expect([refused.status, refused.body.code]).toEqual([507, "quota_exceeded"]);
  expect((await request(session.path, json("DELETE"))).status).toBe(204);
  const left = await env.WORKSPACE_DB.prepare(
    "select count(*) n from session_comments where session_id = ?",
  )
    .bind(session.id)
    .first<number>("n");
  expect(left).toBe(0);
  expect((await requestJson(session.comments)).status).toBe(404);
});
