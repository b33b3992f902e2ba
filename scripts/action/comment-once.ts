/** A pull request, and what proves who comments. */
export interface PullRequest {
  /** Address of GitHub's API. */
  api: string;
  /** Owner and name. */
  repository: string;
  token: string;
  number: number;
}

/** Begins the comment, invisibly. */
const MARK = "<!-- tradecraft-coverage -->";
const PER_PAGE = 100;
const MOST_PAGES = 30;

/**
 * Comments on a pull request, or changes the comment of an earlier run. A token that may not comment
 * is no failure: the text is in the summary of the run.
 */
export async function commentOnce(pullRequest: PullRequest, text: string): Promise<void> {
  const { repository, number } = pullRequest;
  const comments = `/repos/${repository}/issues/${number}/comments`;
  const earlier = await findComment(pullRequest, comments);
  const body = { body: `${MARK}\n${text}` };
  const response =
    earlier === null
      ? await ask(pullRequest, "POST", comments, body)
      : await ask(pullRequest, "PATCH", `/repos/${repository}/issues/comments/${earlier}`, body);
  if (response.ok) return;
  if (response.status === 403 || response.status === 404) {
    console.log(
      "::warning::The token may not comment. Give the job the permission pull-requests: write; pull requests from forks have no such token.",
    );
    return;
  }
  throw new Error(`GitHub answered ${response.status} to the comment.`);
}

/** The id of the comment of an earlier run; null for none. */
async function findComment(pullRequest: PullRequest, path: string): Promise<number | null> {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const response = await ask(pullRequest, "GET", `${path}?per_page=${PER_PAGE}&page=${page}`);
    if (!response.ok) return null;
    const comments = (await response.json()) as { id: number; body?: string }[];
    const found = comments.find(({ body }) => body?.startsWith(MARK) === true);
    if (found !== undefined) return found.id;
    if (comments.length < PER_PAGE) return null;
  }
  return null;
}

async function ask(
  { api, token }: PullRequest,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  return await fetch(`${api}${path}`, {
    method,
    headers: {
      Accept: "application/vnd.github+json",
      Authorization: `Bearer ${token}`,
      "X-GitHub-Api-Version": "2022-11-28",
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
