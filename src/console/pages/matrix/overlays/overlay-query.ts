import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { campaignQuery, groupQuery } from "../../../api/actors.ts";
import type { NamedRelease } from "../../../api/attack.ts";
import { layerQuery, navigatorQuery } from "../../../api/layers.ts";
import { isRunning, sessionQuery } from "../../../api/session.ts";
import { Problem } from "../../../api/problem.ts";
import { fromLayer, fromSession, fromUses, type Overlay } from "./overlay.ts";
import type { OverlayRef } from "./overlay-ref.ts";

const STALE_MS = 15_000;
const RUNNING_MS = 2_000;
const UNREAD = "processing";

/** Returns an overlay of any kind. */
export const overlayQuery = (ref: OverlayRef, release: NamedRelease) =>
  queryOptions({
    queryKey: ["overlay", ref.kind, ref.id, release.domain, release.version],
    queryFn: ({ client }) => readOverlay(client, ref, release),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (isUnread(state.error) ? RUNNING_MS : false),
  });

async function readOverlay(
  client: QueryClient,
  ref: OverlayRef,
  release: NamedRelease,
): Promise<Overlay> {
  const { kind, id } = ref;
  if (kind === "group") return fromUses(ref, await client.ensureQueryData(groupQuery(release, id)));
  if (kind === "campaign") {
    return fromUses(ref, await client.ensureQueryData(campaignQuery(release, id)));
  }
  if (kind === "layer") {
    const [layer, navigator] = await Promise.all([
      client.fetchQuery(layerQuery(id)),
      client.fetchQuery(navigatorQuery(id)),
    ]);
    return fromLayer(ref, layer, navigator);
  }
  const session = await client.fetchQuery(sessionQuery(id));
  if (isRunning(session)) {
    throw new Problem(409, UNREAD, "The report of this session is still being read.", null);
  }
  return fromSession(ref, session);
}

function isUnread(error: Error | null): boolean {
  return error instanceof Problem && error.code === UNREAD;
}
