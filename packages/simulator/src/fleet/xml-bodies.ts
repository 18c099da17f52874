import type { Message } from './message.ts';

/** The people who entered and left, line by line. */
export function brickstreamBody({ sensor, at, lines }: Message): string {
  const mac = sensor.device.match(/../g)?.join(':').toLowerCase() ?? '';
  const objects = lines.map(({ line, records }) => {
    const counts = records.map(
      ({ from, to, ins, outs }) =>
        `<Count StartTime="${clock(from)}" EndTime="${clock(to)}" UnixStartTime="${from}" Enters="${ins}" Exits="${outs}" Status="0"/>`,
    );
    return `<Object Id="${line.number}" ObjectType="0" Name="${line.name}" ExternalId="${line.number}">${counts.join('')}</Object>`;
  });
  const [first] = lines[0]?.records ?? [];
  const minutes = first ? (first.to - first.from) / 60 : 1;
  const date = new Date((first?.from ?? at) * 1000).toISOString().slice(0, 10);
  return [
    '<?xml version="1.0"?>',
    `<Metrics SiteId="1" Sitename="Simulated" DeviceId="${sensor.name}" Devicename="${sensor.name}">`,
    `<Properties><Version>5</Version><TransmitTime>${at}</TransmitTime><MacAddress>${mac}</MacAddress><Timezone>0</Timezone><DST>0</DST></Properties>`,
    `<ReportData Interval="${minutes}"><Report Date="${date}">${objects.join('')}</Report></ReportData>`,
    '</Metrics>',
  ].join('\n');
}

/** How far the two registers of a counter have come, at the end of each interval. */
export function pointSixBody({ sensor, lines }: Message): string {
  const id = sensor.device.slice(sensor.device.indexOf(':') + 1);
  const records = lines.flatMap(({ records: ofLine }) =>
    ofLine.flatMap(({ to, insTotal, outsTotal }) =>
      [insTotal, outsTotal].map((value, way) => {
        const when = new Date(to * 1000).toISOString().slice(0, 19);
        const point = way + 2;
        return `<Record><TimeStamp>${when}</TimeStamp><SensorID>${id}</SensorID><SensorName>${sensor.name}</SensorName><PointIndex>${point}</PointIndex><Value>${value}</Value><Units>count</Units><Scale>1.000</Scale><Offset>0</Offset><Status>0</Status></Record>`;
      }),
    ),
  );
  return `<?xml version="1.0"?>\n<DataRecords ID="00:21:AC:00:00:01" Name="Simulated" TZOffset="0.0" DST="0" Ver="2.9d">\n${records.join('\n')}\n</DataRecords>`;
}

function clock(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 19);
}
