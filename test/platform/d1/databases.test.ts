import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import {
  type KnowledgeDb,
  openKnowledgeDb,
  openWorkspace,
  type WorkspaceDb,
} from "../../../src/platform/d1/databases.ts";

/** Compiled, never called: each line must not compile without its mark. */
function swapped(knowledge: KnowledgeDb, workspace: WorkspaceDb): unknown {
  // @ts-expect-error -- the knowledge base stands for no workspace
  const first: WorkspaceDb = knowledge;
  // @ts-expect-error -- nor the workspace for the knowledge base
  const second: KnowledgeDb = workspace;
  // @ts-expect-error -- why a change has no entry is one of the reasons that are named
  const third = workspace.unrecorded("no reason", (write) => write);
  return [first, second, third];
}

it("the two databases say which they are", () => {
  expect(openKnowledgeDb(env.KNOWLEDGE_DB).holds).toBe("knowledge");
  expect(openWorkspace(env.WORKSPACE_DB, () => "").holds).toBe("workspace");
  expect(swapped).toBeTypeOf("function");
});
