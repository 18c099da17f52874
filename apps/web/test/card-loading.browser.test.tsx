import { getTraffic } from '@atrium/contract/data';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { pictureOf } from '../src/features/dashboards/frame/picture.ts';
import { CardFrame } from '../src/features/dashboards/frame/CardFrame.tsx';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import { cardOf } from '../src/features/dashboards/widgets/registry.ts';
import { fontFamily } from '../src/ui/theme/tokens.ts';
import { names, rowsOf } from './explore-records.ts';
import { answer, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { countOf } from './shown.ts';
import { see } from './stage.ts';
import { chooseAction, press } from './steps.ts';
import { dashboard, leave, Room, show, update, widgetOf } from './widget-stage.tsx';

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

it('[R991] a card whose script did not arrive is drawn on another try', async () => {
  const widget = widgetOf('label', { clientOptions: { widgetOptions: { label: 'Ground floor' } } });
  const label = cardOf('label')!;
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return label.load();
  };
  const late = { ...label, type: 'late', load } as never as typeof label;
  const shown = { state: 'ready', values: undefined, isStale: false, messages: [], completeness: null } as const;
  show(
    <Room widget={widget} height={160}>
      <CardFrame card={late} widget={widget} shown={shown} isPreview={false} controls={undefined} />
    </Room>,
    records,
  );
  await press('Try again', alert());
  await see(page.getByText('Ground floor'));
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
