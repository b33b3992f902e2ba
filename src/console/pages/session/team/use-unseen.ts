import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { meQuery } from "../../../api/service.ts";
import { historyQuery, type HistoryEntry, type StoredAnalysis } from "../../../api/session.ts";
import { lastSeen, markSeen, NOTHING_UNSEEN, type Unseen, unseenIn } from "./seen-changes.ts";

/**
 * What others changed since this person last left the session, and what they change while it is open.
 * In local mode everybody has the same name, so that nobody's changes are those of others.
 */
export function useUnseen({ session_id: id, etag }: StoredAnalysis): {
  unseen: Unseen;
  markAll: () => void;
} {
  const me = useQuery(meQuery).data;
  const history = useQuery({ ...historyQuery(id, etag), placeholderData: keepPreviousData });
  const items = history.data?.items;
  const [seen, setSeen] = useState(() => lastSeen(id));
  const newest = useRef<HistoryEntry | undefined>(undefined);
  newest.current = items?.[0];
  const isRead = items !== undefined;
  useEffect(() => {
    if (!isRead) return undefined;
    // Whoever opens it for the first time has seen all that there is.
    if (lastSeen(id) === null) {
      markSeen(id, newest.current);
      setSeen(lastSeen(id));
    }
    const leave = () => markSeen(id, newest.current);
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [id, isRead]);
  const unseen = useMemo(() => {
    if (items === undefined || seen === null || me?.auth_enabled !== true) return NOTHING_UNSEEN;
    return unseenIn(items, seen, me.name);
  }, [items, seen, me]);
  const markAll = () => {
    markSeen(id, newest.current);
    setSeen(lastSeen(id));
  };
  return { unseen, markAll };
}
