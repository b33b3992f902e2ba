/** Address of the MCP App that shows the evidence of a session beside its text. */
export const EVIDENCE_APP = "ui://tradecraft/evidence.html";

/** Where the build puts its page. */
export const EVIDENCE_PAGE = "/mcp/evidence.html";
