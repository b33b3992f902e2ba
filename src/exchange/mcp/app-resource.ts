/** Address of the MCP App that shows the evidence of a session next to its text. */
export const EVIDENCE_APP = "ui://tradecraft/evidence.html";

/** Path of its page in the build. */
export const EVIDENCE_PAGE = "/mcp/evidence.html";
