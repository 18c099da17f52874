/** Days around which clocks are turned, dates are skipped, or years and leap days begin. */
export const clockChanges = [
  ['Europe/Berlin', '2026-03-28', '2026-03-30'],
  ['Europe/Berlin', '2026-10-24', '2026-10-26'],
  ['America/New_York', '2026-03-07', '2026-03-09'],
  ['America/New_York', '2026-10-31', '2026-11-02'],
  ['Australia/Lord_Howe', '2026-04-04', '2026-04-06'],
  ['Australia/Lord_Howe', '2026-10-03', '2026-10-05'],
  ['Asia/Kathmandu', '2026-07-31', '2026-08-02'],
  ['Africa/Cairo', '2026-04-23', '2026-04-25'],
  ['Africa/Cairo', '2026-10-28', '2026-10-30'],
  ['America/St_Johns', '2010-11-06', '2010-11-08'],
  ['Pacific/Apia', '2011-12-29', '2011-12-31'],
  ['Europe/Berlin', '2024-02-28', '2024-03-01'],
  ['America/New_York', '2026-12-31', '2027-01-04'],
] as const;
