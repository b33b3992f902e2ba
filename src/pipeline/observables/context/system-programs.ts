/**
 * Operating system programs and libraries that attackers use like everyone else (LOLBAS, GTFOBins). Blocking their
 * names blocks the system.
 */
const PROGRAMS: ReadonlySet<string> = new Set([
  "advapi32.dll",
  "arp.exe",
  "at.exe",
  "attrib.exe",
  "bash.exe",
  "bcdedit.exe",
  "bitsadmin.exe",
  "certutil.exe",
  "cmd.exe",
  "cmstp.exe",
  "comsvcs.dll",
  "conhost.exe",
  "control.exe",
  "cscript.exe",
  "csrss.exe",
  "curl.exe",
  "diskshadow.exe",
  "dllhost.exe",
  "dsquery.exe",
  "esentutl.exe",
  "expand.exe",
  "explorer.exe",
  "findstr.exe",
  "forfiles.exe",
  "ftp.exe",
  "hh.exe",
  "hosts",
  "icacls.exe",
  "iexplore.exe",
  "installutil.exe",
  "ipconfig.exe",
  "kernel32.dll",
  "lsass.exe",
  "makecab.exe",
  "mmc.exe",
  "msbuild.exe",
  "mshta.exe",
  "msiexec.exe",
  "mstsc.exe",
  "net.exe",
  "net1.exe",
  "netsh.exe",
  "netstat.exe",
  "nltest.exe",
  "notepad.exe",
  "ntdll.dll",
  "ntds.dit",
  "ntdsutil.exe",
  "odbcconf.exe",
  "ping.exe",
  "powershell.exe",
  "pwsh.exe",
  "reg.exe",
  "regasm.exe",
  "regedit.exe",
  "regsvcs.exe",
  "regsvr32.exe",
  "robocopy.exe",
  "rundll32.exe",
  "sc.exe",
  "schtasks.exe",
  "services.exe",
  "shutdown.exe",
  "smss.exe",
  "spoolsv.exe",
  "svchost.exe",
  "systeminfo.exe",
  "taskeng.exe",
  "taskhost.exe",
  "taskhostw.exe",
  "taskkill.exe",
  "tasklist.exe",
  "taskmgr.exe",
  "user32.dll",
  "vssadmin.exe",
  "w3wp.exe",
  "wbadmin.exe",
  "wevtutil.exe",
  "whoami.exe",
  "winlogon.exe",
  "winword.exe",
  "excel.exe",
  "wmic.exe",
  "wmiprvse.exe",
  "wscript.exe",
  "wsl.exe",
  "xcopy.exe",
]);

/** Folders of the operating system itself. */
const FOLDERS =
  /^(?:[a-z]:\\windows|%windir%|%systemroot%)(?:\\(?:system32|syswow64|temp|tasks))?\\?$|^(?:[a-z]:\\users\\public|%\w+%|\/(?:tmp|etc|var|usr|bin|dev)(?:\/[a-z]{1,8})?)[\\/]?$/;

/**
 * Returns whether a lowercase file name or path belongs to the system. A system program in another folder may be a
 * disguise.
 */
export function isOfSystem(value: string): boolean {
  const name = value.split(/[\\/]/).at(-1) ?? "";
  if (name === value) return PROGRAMS.has(name);
  if (FOLDERS.test(value)) return true;
  return (
    PROGRAMS.has(name) && /^(?:[a-z]:\\windows|%windir%|%systemroot%|\/(?:usr\/)?bin)/.test(value)
  );
}
