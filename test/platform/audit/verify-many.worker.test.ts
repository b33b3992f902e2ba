import { beforeAll, expect, it } from "vitest";
import { type Change, commitEach } from "../../../src/platform/audit/commit.ts";
import { sealAudit } from "../../../src/platform/audit/seal-audit.ts";
import { verifyAudit } from "../../../src/platform/audit/verify-audit.ts";
import { markReady } from "../../support/ready.ts";
import { countedContext } from "../../support/statements.ts";

const ROWS = 4_500;
const BATCH = 500;

beforeAll(markReady);

it("a long trail is verified by so few queries that a million rows fit into an invocation", async () => {
  const { context, count } = countedContext();
  const change = (): Change => ({
    act: { actor: "ann", action: "layer.create", object: ["layer", context.newId()], details: {} },
    when: "always",
    parts: [],
  });
  for (let row = 0; row < ROWS; row += BATCH) {
    await commitEach(context, Array.from({ length: BATCH }, change));
  }
  await sealAudit(context);
  count.total = 0;
  expect(await verifyAudit(context)).toMatchObject({ valid: true, rows: ROWS });
  expect(count.total).toBeLessThan(12);
});
