import { getTraffic } from '@atrium/contract/data';
import { getKiosk } from '@atrium/contract/kiosk-links';
import { getOrganization } from '@atrium/contract/organizations';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Notice, onNotice } from '../src/api/notices.ts';
import { ScopeContext } from '../src/api/scope.tsx';
import { pictureOf } from '../src/features/dashboards/frame/picture.ts';
import { CardFrame } from '../src/features/dashboards/frame/CardFrame.tsx';
import { OpenedPart } from '../src/features/dashboards/frame/OpenedPart.tsx';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import type { CardProps } from '../src/features/dashboards/widgets/definition.ts';
import { cardOf } from '../src/features/dashboards/widgets/registry.ts';
import { scopeOf } from '../src/features/kiosk-links/screen/scope-of.ts';
import { lazyPart } from '../src/ui/lazy-part.tsx';
import { fontFamily } from '../src/ui/theme/tokens.ts';
import { names, rowsOf } from './explore-records.ts';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sample } from './sample.ts';
import { countOf } from './shown.ts';
import { see } from './stage.ts';
import { chooseAction, press } from './steps.ts';
import { dashboard, leave, Room, scope, show, update, widgetOf } from './widget-stage.tsx';

const both = rowsOf(names, 7).map((row) => ({ ...row, sumouts: 3 }));
const calls = [...records, answer(getTraffic, { results: both, messages: [] })];
const chart = (metric: string) => page.getByRole('slider', { name: new RegExp(`^${metric}`) });
const alert = () => page.getByRole('main').getByRole('alert');

function frame(metrics: readonly string[], refreshCount = 0, relativeDate = 'past7days') {
  const widget = widgetOf('line', {
    dataOptions: { dataSourceType: 'traffic', entityType: 'location', metrics, relativeDate, dateGroupings: 'day' },
  });
  return (
    <Room widget={widget} height={160}>
      <WidgetFrame widget={widget} dashboard={{ ...dashboard, refreshCount }} isPreview={false} controls={undefined} />
    </Room>
  );
}

afterEach(leave);

const all = (count: number) => (
  <>
    {frame(['ins'], count)}
    {frame(['outs'], count)}
    {frame(['outs'], count, 'yesterday')}
  </>
);
const asked = () =>
  sentTo(getTraffic)
    .map(({ query }) => `${query['relativeDate']} ${query['metrics']}`)
    .toSorted();

describe('cards whose questions differ only in metrics', () => {
  it('[R1054] make one call, also when they are loaded again', async () => {
    show(all(0), calls);
    await see(chart('Ins'));
    await expect.poll(countOf(chart('Outs'))).toBe(2);
    expect(asked()).toEqual(['past7days ins,outs', 'yesterday outs']);
    update(all(1));
    await expect.poll(asked).toEqual(['past7days ins,outs', 'past7days ins,outs', 'yesterday outs', 'yesterday outs']);
  });

  it('[R1054] are asked one by one when the common call is refused', async () => {
    show(
      <>
        {frame(['ins'])}
        {frame(['outs'])}
      </>,
      [...calls, refuse(getTraffic, 400, 'Not this one.')],
    );
    await expect.poll(countOf(alert())).toBe(2);
    expect(sentTo(getTraffic).map(({ query }) => query['metrics'])).toEqual(['ins,outs', 'ins', 'outs']);
  });
});

it('[R1066] one try again asks for the organization too, and all cards show their values', async () => {
  show(all(0), [...calls, refuse(getOrganization, 409, 'No organization.')]);
  await expect.poll(countOf(page.getByText('No organization.'))).toBe(3);
  expectNow(...records);
  await press('Try again');
  await see(chart('Ins'));
  await expect.poll(countOf(chart('Outs'))).toBe(2);
  expect(sentTo(getOrganization)).toHaveLength(2);
});

it('[R1066] a refresh of the dashboard asks for the organization too, once', async () => {
  show(all(0), [...calls, refuse(getOrganization, 409, 'No organization.')]);
  await expect.poll(countOf(page.getByText('No organization.'))).toBe(3);
  expectNow(...records);
  update(all(1));
  await see(chart('Ins'));
  expect(sentTo(getOrganization)).toHaveLength(2);
});

describe('a card whose script does not arrive', () => {
  const lost = new TypeError('Failed to fetch dynamically imported module');
  const label = cardOf('label')!;
  /** Each has a script of its own, which arrives after a number of tries. */
  const late = (type: string, missing: number) => {
    let tries = 0;
    const load = async () => {
      tries += 1;
      if (tries <= missing) throw lost;
      return label.load();
    };
    return { ...label, type, load } as never as typeof label;
  };
  const ready = { state: 'ready', values: undefined, isStale: false, messages: [], completeness: null } as const;
  const framed = (card: typeof label, text = 'Ground floor', values?: unknown) => {
    const widget = widgetOf('label', { clientOptions: { widgetOptions: { label: text } } });
    const shown = { ...ready, values } as typeof ready;
    return (
      <Room widget={widget} height={160}>
        <CardFrame card={card} widget={widget} shown={shown} isPreview={false} controls={undefined} />
      </Room>
    );
  };
  let heard: Notice[] = [];
  let stop: (() => void) | undefined;
  beforeEach(() => {
    heard = [];
    stop = onNotice((notice) => heard.push(notice));
  });
  afterEach(() => stop?.());

  it('[R991] is drawn on another try', async () => {
    show(framed(late('late', 1)), records);
    await see(page.getByText('A part of Atrium could not be loaded.'));
    await press('Try again', alert());
    await see(page.getByText('Ground floor'));
    expect(heard).toEqual([]);
  });

  it('[R991] loads the page again when another try does not help', async () => {
    show(framed(late('lost', 2)), records);
    await press('Try again', alert());
    await expect.poll(() => heard).toEqual([{ kind: 'reload' }]);
    await press('Try again', alert());
    await see(page.getByText('Ground floor'));
  });

  it('[R1028] loads a wall screen again on its own', async () => {
    const { wall } = scopeOf(sample(getKiosk.reply));
    show(<ScopeContext value={{ ...scope, wall: wall! }}>{framed(late('on-a-wall', 1))}</ScopeContext>, records);
    await see(page.getByText('A part of Atrium could not be loaded.'));
    expect(heard).toEqual([{ kind: 'reload' }]);
    expect(alert().getByRole('button').elements()).toHaveLength(0);
  });

  it('[R991] leaves other cards of its type alone when it cannot draw its values', async () => {
    let mounts = 0;
    const Fussy = ({ values, widget }: CardProps) => {
      if (values !== undefined) throw new Error('undrawable');
      useEffect(() => {
        mounts += 1;
      }, []);
      return <p>{JSON.stringify(widget.clientOptions)}</p>;
    };
    const fussy = { ...label, type: 'fussy', load: async () => ({ default: Fussy }) } as never as typeof label;
    const floors = (values: unknown) => (
      <>
        {framed(fussy, 'Upstairs')}
        {framed(fussy, 'Downstairs', values)}
      </>
    );
    show(floors(undefined), records);
    await see(page.getByText('Downstairs'));
    expect(mounts).toBe(2);
    update(floors({}));
    await see(page.getByText('This card cannot be drawn.'));
    update(floors({}));
    await see(page.getByText('Upstairs'));
    update(floors(undefined));
    await see(page.getByText('Downstairs'));
    expect(mounts).toBe(3);
  });

  it('[R992] says so when it is a panel that was opened, and closes it', async () => {
    let tries = 0;
    const Panel = lazyPart(async () => {
      tries += 1;
      if (tries === 1) throw lost;
      return { default: () => <p>The panel</p> };
    });
    const onClose = vi.fn<() => void>();
    const opened = (turn: number) => (
      <OpenedPart key={turn} onClose={onClose}>
        <Panel />
      </OpenedPart>
    );
    show(opened(1), records);
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(heard).toEqual([expect.objectContaining({ kind: 'toast', title: 'Could not load' })]);
    await see(page.getByRole('heading', { name: 'Cards' }));
    update(opened(2));
    await see(page.getByText('The panel'));
  });
});

it('[R991] a card whose options make it fail keeps its place beside the others', async () => {
  const unreadable = widgetOf('line', {
    // Nothing that a server sends.
    dataOptions: { limit: 10n },
    clientOptions: { widgetOptions: { title: { enable: true, text: 'Odd one' } } },
  });
  const controls = { onConfigure: () => {}, onDuplicate: () => {}, onRemove: () => {} };
  show(
    <>
      <Room widget={unreadable} height={160}>
        <WidgetFrame widget={unreadable} dashboard={dashboard} isPreview={false} controls={controls} />
      </Room>
      {frame(['ins'])}
    </>,
    calls,
  );
  await see(chart('Ins'));
  await see(alert().getByText('This card cannot be drawn.'));
  await chooseAction('Settings', 'Actions of Odd one');
});

it('[R1055] the picture of a card has the font of the app', async () => {
  show(<p id="words">Wiggly Ωmega illi WWW</p>, []);
  await see(page.getByText('Wiggly'));
  const element = document.getElementById('words')!;
  element.style.cssText = `font: 40px ${fontFamily}; margin: 0; width: 800px; color: black; background: white`;
  await document.fonts.load(`40px ${fontFamily}`, element.textContent);
  const range = document.createRange();
  range.selectNodeContents(element);
  const { width } = range.getBoundingClientRect();
  const differenceTo = async () => inkEnd(await createImageBitmap(await pictureOf(element))) / 2 - width;
  await expect.poll(async () => Math.abs(await differenceTo())).toBeLessThan(4);
});

/** The last column that is dark. */
function inkEnd(image: ImageBitmap): number {
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let end = 0;
  for (let at = 0; at < data.length; at += 4)
    if (data[at]! < 128 && data[at + 3]! > 128) end = Math.max(end, (at / 4) % image.width);
  return end;
}
