/** What this page sends to the page that opened it, once it can receive. */
export const READY = "tradecraft:ready";

/**
 * The bookmarklet of a service: opens its page Capture, and sends it the current page when it says that
 * it is ready. Nothing is sent to any other origin.
 */
export function bookmarkletOf(origin: string): string {
  const to = JSON.stringify(origin);
  const script = `(()=>{const w=open(${to}+"/intake/capture");addEventListener("message",e=>{if(e.source===w&&e.origin===${to}&&e.data===${JSON.stringify(READY)})w.postMessage({url:location.href,title:document.title,html:document.documentElement.outerHTML},${to})})})()`;
  return `javascript:${encodeURIComponent(script)}`;
}
