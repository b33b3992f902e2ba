import { PathLink } from "./path-link.tsx";

/** Leads to the page of a group. */
export function GroupLink({ id }: { id: string | undefined }) {
  return id === undefined ? null : <PathLink path={`/groups/${id}`}>{id}</PathLink>;
}
