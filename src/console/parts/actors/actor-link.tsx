import { Link } from "@tanstack/react-router";

/** The release that a link stays in, where one was chosen. */
export interface ActorRelease {
  domain?: string | undefined;
  version?: string | undefined;
}

interface Props {
  attackId: string;
  release: ActorRelease;
  className?: string | undefined;
  children: React.ReactNode;
}

/** Leads to a group or a campaign, whichever the id is of; case studies of ATLAS count as campaigns. */
export function ActorLink({ attackId, release, className, children }: Props) {
  const { domain, version } = release;
  const search = {
    ...(domain === undefined ? {} : { domain }),
    ...(version === undefined ? {} : { version }),
  };
  return attackId.startsWith("G") ? (
    <Link
      to="/groups/$groupId"
      params={{ groupId: attackId }}
      search={search}
      className={className}
    >
      {children}
    </Link>
  ) : (
    <Link
      to="/campaigns/$campaignId"
      params={{ campaignId: attackId }}
      search={search}
      className={className}
    >
      {children}
    </Link>
  );
}
