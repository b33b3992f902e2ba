import { api, ifMatch, type Stated, statedOf } from "../../api/client.ts";
import type { Technique } from "../../api/session.ts";
import type { Change } from "./change.ts";

const PATH = "/api/analyze/sessions/{session_id}/techniques";
const ONE = `${PATH}/{attack_id}` as const;

/**
 * Sends a change for a state of the session.
 * @returns the changed techniques in their new state
 * @throws Problem
 */
export async function requestChange(
  sessionId: string,
  change: Change,
  etag: string,
): Promise<Stated<Technique[]>> {
  const path = { session_id: sessionId };
  const state = ifMatch(etag);
  if (change.kind === "review") {
    const changes = change.rows.map(({ attackId }) => ({
      attack_id: attackId,
      review_status: change.status,
    }));
    return await statedOf(
      api.POST(`${PATH}/review`, { params: { path, ...state }, body: { changes } }),
    );
  }
  if (change.kind === "add") {
    return listed(
      await statedOf(api.POST(PATH, { params: { path, ...state }, body: change.body })),
    );
  }
  const params = { path: { ...path, attack_id: change.attackId }, ...state };
  if (change.kind === "change") {
    return listed(await statedOf(api.PATCH(ONE, { params, body: change.body })));
  }
  const { etag: after } = await statedOf(api.DELETE(ONE, { params }));
  return { body: [], etag: after };
}

function listed({ body, etag }: Stated<Technique>): Stated<Technique[]> {
  return { body: [body], etag };
}
