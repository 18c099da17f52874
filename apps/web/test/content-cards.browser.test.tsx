import { deleteWidgetImage, uploadWidgetImages } from '@atrium/contract/dashboards';
import { getLocation, listLocations } from '@atrium/contract/locations';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AnyCard } from '../src/features/dashboards/widgets/definition.ts';
import { cardOf } from '../src/features/dashboards/widgets/registry.ts';
import { Drawn, Editing, leave, roomOf, show, widgetOf } from './card-stage.tsx';
import { answer, networkProblems, sentTo } from './network.ts';
import { sampleId } from './sample.ts';
import { look, see } from './stage.ts';
import { press, stopClock } from './steps.ts';
import { arrive } from './widget-stage.tsx';

const cardNamed = (type: string): AnyCard => {
  const card = cardOf(type);
  if (!card) throw new Error(`There is no card ${type}.`);
  return card;
};
const time = () => document.querySelector('time')?.textContent;

afterEach(() => {
  vi.useRealTimers();
  leave();
});
afterAll(leave);

describe('the date-time card', () => {
  const card = cardNamed('datetime');
  const locationId = sampleId('locationId');

  it('[R287] [R997] renews itself every 30,000 ms, in the time of its location', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.parse('2026-03-02T20:00:00Z') });
    const widget = widgetOf(card, { entityId: locationId }, { widgetOptions: { timeFormat: 'HH:mm:ss' } });
    show(<Drawn card={card} widget={widget} room={roomOf(4, 2)} isPreview={false} />, [
      answer(getLocation, { name: 'London', timezone: 'Europe/London' }),
    ]);
    await vi.waitFor(() => expect(time()).toBe('20:00:00'));
    vi.advanceTimersByTime(30_000);
    await vi.waitFor(() => expect(time()).toBe('20:00:30'));
    vi.advanceTimersByTime(30_000);
    await vi.waitFor(() => expect(time()).toBe('20:01:00'));
    vi.useRealTimers();
    await see(page.getByText('London · GMT'));
  });
});

describe('an image card', () => {
  const card = cardNamed('image');
  const address = '/api/dashboard/11111111-0000-4000-8000-000000000000/attachment/22222222-0000-4000-8000-000000000000';
  const withImage = (image: string) => widgetOf(card, {}, { widgetOptions: { imageType: 'attachment', image } });

  it('[R298] fails when the image does not load', async () => {
    show(<Drawn card={card} widget={withImage(address)} room={roomOf(4, 4)} isPreview={false} />);
    await see(page.getByText('Whoops!'));
    await see(page.getByText('The image could not be loaded.'));
  });

  it('[R298] asks again after a minute for an image that did not load', async () => {
    stopClock();
    const set = vi.spyOn(Element.prototype, 'setAttribute');
    const asked = () => set.mock.calls.filter(([name, value]) => name === 'src' && value === address).length;
    show(<Drawn card={card} widget={withImage(address)} room={roomOf(4, 4)} isPreview={false} />);
    await arrive(() => page.getByText('The image could not be loaded.').elements().length > 0);
    const before = asked();
    expect(before).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(asked()).toBe(before);
    await arrive(() => asked() > before);
    set.mockRestore();
  });

  it('[R313] uploads an image, and takes it out after a question without deleting it', async () => {
    show(<Editing card={card} widget={withImage('')} dashboardId={sampleId('dashboardId')} />, [
      answer(uploadWidgetImages, [{ id: sampleId('id'), url: address, isImage: true }]),
    ]);
    await see(page.getByRole('button', { name: 'Upload an image' }));
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
    await userEvent.upload(input, new File([new Uint8Array([137, 80])], 'logo.png', { type: 'image/png' }));
    await expect.element(page.getByLabelText('Options')).toHaveTextContent(address);
    await press('Remove Image');
    await see(page.getByText('You are about to remove this image. Are you sure?'));
    await press('Yes, remove it!');
    await expect.element(page.getByLabelText('Options')).not.toHaveTextContent(address);
    expect(sentTo(deleteWidgetImage)).toEqual([]);
    expect(networkProblems()).toEqual([]);
  });

  it('cannot upload before the dashboard is saved', async () => {
    show(<Editing card={card} widget={withImage('')} />);
    await see(page.getByText('Images can be uploaded as soon as the dashboard is saved.'));
  });
});

describe('words and links', () => {
  it('[R996] shows Markdown without HTML, and only safe links as links', async () => {
    const card = cardNamed('text');
    const text = [
      '# Title',
      'Some **bold** words, <b onclick="x()">raw</b> <script>window.broken = 1</script>',
      '[good](https://example.com/) [screen](#/app/locations) [bad](javascript:alert(1)) ![logo](https://example.com/a.png)',
    ].join('\n\n');
    show(
      <Drawn
        card={card}
        widget={widgetOf(card, {}, { widgetOptions: { text } })}
        room={roomOf(4, 4)}
        isPreview={false}
      />,
    );
    await see(page.getByText('bold'));
    const links = page.getByRole('article', { name: 'Text' }).getByRole('link');
    await expect
      .poll(() => links.elements().map((link) => [link.textContent, link.getAttribute('href')]))
      .toEqual([
        ['good', 'https://example.com/'],
        ['screen', '#/app/locations'],
      ]);
    expect(document.querySelector('main b, main script, main img')).toBeNull();
    await expect.element(page.getByRole('main')).toHaveTextContent('bad');
    expect('broken' in window).toBe(false);
  });

  it('[R996] leads only to safe targets', async () => {
    const card = cardNamed('link');
    const linkTo = (link: string) => (
      <Drawn
        card={card}
        widget={widgetOf(card, {}, { widgetOptions: { label: link, link } })}
        room={roomOf(4, 1)}
        isPreview={false}
      />
    );
    show(
      <>
        {linkTo('https://example.com/')}
        {linkTo('javascript:alert(1)')}
      </>,
    );
    await see(page.getByText('javascript:alert(1)'));
    expect(
      page
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('rel')),
    ).toEqual(['noopener noreferrer']);
  });

  it.each(['label', 'link', 'text', 'datetime', 'map', 'weather', 'realtime-value', 'radial-gauge', 'image'])(
    'has settings of its own: %s',
    async (type) => {
      const card = cardNamed(type);
      show(<Editing card={card} widget={widgetOf(card)} dashboardId={sampleId('dashboardId')} />, [
        answer(listLocations, [{ name: 'Riverside' }]),
      ]);
      await look(`card-form-${type}`, page.getByLabelText('Options'));
    },
  );

  it('keeps what its settings change', async () => {
    const card = cardNamed('label');
    show(<Editing card={card} widget={widgetOf(card)} />);
    await page.getByRole('textbox', { name: 'Label' }).fill('Ground floor');
    await page.getByText('Center').click();
    await expect.element(page.getByLabelText('Options')).toHaveTextContent('"label":"Ground floor","align":"center"');
  });
});
