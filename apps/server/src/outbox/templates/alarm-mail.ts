import { dateFormatter } from '@atrium/calendar/date-labels';
import { zoneOf } from '@atrium/calendar/zones';
import { alarmLine, type AlarmNews } from '@atrium/rules/alarm-message';
import { render, type Rendered } from './layout.ts';
import { quoted } from './quoted.ts';

/** To the addresses of an alarm: its line, the time at its location, and a link. */
export function alarmMail(
  news: AlarmNews,
  { at, timezone, publicUrl }: { readonly at: Date; readonly timezone: string; readonly publicUrl: string },
): Rendered {
  const line = alarmLine({ ...news, name: quoted(news.name) });
  const zone = zoneOf(timezone);
  const time = dateFormatter(zone, 'timestamp')(Math.floor(at.getTime() / 1000));
  return render({
    subject: line,
    title: line,
    paragraphs: [`${time} ${zone.name}`, ...(news.notice === 'test' ? ['Someone is testing this alarm.'] : [])],
    action: { label: 'See alarms', url: `${publicUrl}/#/app/alarms/history` },
    note: 'You receive this email because this address is listed in an alarm. The administrators of your organization can remove it there.',
  });
}
