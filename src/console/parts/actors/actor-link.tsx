import { attackPath } from "../attack-link.tsx";
import { PathLink } from "../path-link.tsx";

/** The release that a link stays in, where one was chosen. */
export interface ActorRelease {
  domain?: string | undefined;
  version?: string | undefined;
}

interface Props {
  attackId: string;
  release: ActorRelease;
  children: React.ReactNode;
}

/** Leads to the page of a group, a campaign, software or a technique, whichever the id is of. */
export function ActorLink({ attackId, release, children }: Props) {
  const path = attackPath(attackId, release);
  return path === null ? children : <PathLink path={path}>{children}</PathLink>;
}
