import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { type Act, commit, type CommitDeps } from "../../../src/platform/audit/commit.ts";
import {
  type KnowledgeDb,
  openKnowledgeDb,
  openWorkspace,
  type WorkspaceDb,
} from "../../../src/platform/d1/databases.ts";

/** Compiled, never called: each line must not compile without its mark. */
function misused(
  knowledge: KnowledgeDb,
  workspace: WorkspaceDb,
  services: CommitDeps,
  act: Act,
): unknown {
  // @ts-expect-error -- the knowledge base stands for no workspace
  const first: WorkspaceDb = knowledge;
  // @ts-expect-error -- nor the workspace for the knowledge base
  const second: KnowledgeDb = workspace;
  // @ts-expect-error -- why a change has no entry is one of the reasons that are named
  const third = workspace.unrecorded("no reason", (write) => write);
  // @ts-expect-error -- a change needs its act
  const fourth = commit(services, { when: "always", parts: [] });
  // @ts-expect-error -- and says under which condition it happens
  const fifth = commit(services, { act, parts: [] });
  // @ts-expect-error -- nothing is written past the one write
  const sixth = workspace.insert;
  return [first, second, third, fourth, fifth, sixth];
}

it("the two databases say which they are", () => {
  expect(openKnowledgeDb(env.KNOWLEDGE_DB).holds).toBe("knowledge");
  expect(openWorkspace(env.WORKSPACE_DB, () => "").holds).toBe("workspace");
  expect(misused).toBeTypeOf("function");
});
