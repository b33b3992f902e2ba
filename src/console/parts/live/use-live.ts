import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { dropBookmark } from "../../api/bookmark.ts";
import type { WorkspaceEvent } from "../../api/events.ts";
import { followWorkspace, type Place } from "./follow-workspace.ts";
import { keysOf, WORK_KEYS } from "./keys-of.ts";
import { Refresher } from "./refresher.ts";

/** How long data without events may wait if events arrived as well. */
const WORK_DELAY_MS = 10_000;

/**
 * Refetches what others change while the page is shown. A hidden page has no connection. When shown again, it
 * resumes at its position, so that it misses nothing.
 */
export function useLive(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const place: Place = { seq: null, version: undefined };
    const refresher = new Refresher((queryKey) => {
      dropBookmark();
      void queries.invalidateQueries({ queryKey });
    });
    const follower = {
      onEvents: (events: readonly WorkspaceEvent[]) => refresher.add(events.flatMap(keysOf)),
      // The page may have been loaded a moment before.
      onStart: () => refresher.add([["session"]]),
      onVersion: (hasEvents: boolean) => refresher.add(WORK_KEYS, hasEvents ? WORK_DELAY_MS : 0),
    };
    let following: AbortController | null = null;
    const look = () => {
      if (document.visibilityState === "hidden") {
        following?.abort();
        following = null;
      } else if (following === null) {
        following = new AbortController();
        void followWorkspace(place, follower, following.signal);
      }
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      following?.abort();
      refresher.stop();
    };
  }, [queries]);
}
