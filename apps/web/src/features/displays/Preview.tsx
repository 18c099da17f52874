import type { Display } from '@atrium/contract/displays';
import { SegmentedControl, Select, Title } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../ui/Card.tsx';
import { linksOf } from './display-links.ts';
import classes from './displays.module.css';
import { texts } from './texts.ts';

/** The display itself, as a screen shows it. */
export function Preview({ display }: { display: Display }) {
  const links = linksOf(display);
  const [label, setLabel] = useState<string>(links[0]!.label);
  const [format, setFormat] = useState<'landscape' | 'portrait'>('landscape');
  const { url } = links.find((link) => link.label === label) ?? links[0]!;
  // On the server that this page came from: the public address may be another one.
  const { pathname, search } = new URL(url);
  return (
    <Card aria-label={texts.preview} className={classes['links'] ?? ''}>
      <Title order={2}>{texts.preview}</Title>
      <div className={classes['choices']}>
        <SegmentedControl
          aria-label={texts.format}
          data={[
            { value: 'landscape', label: texts.landscape },
            { value: 'portrait', label: texts.portrait },
          ]}
          value={format}
          onChange={(next) => setFormat(next)}
        />
        {links.length > 1 && (
          <Select
            aria-label={texts.view}
            allowDeselect={false}
            data={links.map((link) => link.label)}
            value={label}
            onChange={(next) => next !== null && setLabel(next)}
          />
        )}
      </div>
      <div className={classes['frame']} data-format={format}>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page asks this server; no windows, no forms */}
        <iframe title={texts.preview} src={`${pathname}${search}`} sandbox="allow-scripts allow-same-origin" />
      </div>
    </Card>
  );
}
