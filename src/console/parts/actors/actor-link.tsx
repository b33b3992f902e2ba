import { attackPath } from "../attack-link.tsx";
import { PathLink } from "../path-link.tsx";

/** The release that links preserve, if one was chosen. */
export interface ActorRelease {
  domain?: string | undefined;
  version?: string | undefined;
}

interface Props {
  attackId: string;
  release: ActorRelease;
  children: React.ReactNode;
}

/** Links to the page of a group, campaign, software or technique, by its id. */
export function ActorLink({ attackId, release, children }: Props) {
  const path = attackPath(attackId, release);
  return path === null ? children : <PathLink path={path}>{children}</PathLink>;
}
