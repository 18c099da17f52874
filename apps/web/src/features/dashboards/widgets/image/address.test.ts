import { describe, expect, it } from 'vitest';
import { attachmentIdIn, imageAddress, imageTypeOf } from './address.ts';

const widget = (image: unknown, imageType?: string) => ({ clientOptions: { widgetOptions: { image, imageType } } });

describe('the image of a card', () => {
  it('[R294] is asked for over https on a page that is', () => {
    expect(imageAddress(widget('http://example.com/a.png', 'url'), 'https:')).toBe('https://example.com/a.png');
    expect(imageAddress(widget('http://example.com/a.png', 'url'), 'http:')).toBe('http://example.com/a.png');
    expect(imageAddress(widget('https://example.com/a.png', 'url'), 'http:')).toBe('https://example.com/a.png');
  });

  it('comes from the web or from the files of a dashboard, and from nowhere else', () => {
    expect(imageAddress(widget('javascript:alert(1)', 'url'), 'http:')).toBeUndefined();
    expect(imageAddress(widget('data:image/png;base64,AA', 'url'), 'http:')).toBeUndefined();
    expect(imageAddress(widget('', 'url'), 'http:')).toBeUndefined();
    expect(imageAddress(widget(7), 'http:')).toBeUndefined();
    expect(imageAddress(widget('/api/dashboard/d/attachment/a?orgId=o'), 'http:')).toBe(
      '/api/dashboard/d/attachment/a?orgId=o',
    );
    expect(imageAddress(widget('/api/logout'), 'http:')).toBeUndefined();
    expect(imageAddress(widget('https://example.com/a.png', 'attachment'), 'http:')).toBeUndefined();
  });

  it('[R980] comes from the web where the options hold nothing but its address', () => {
    expect(imageTypeOf(widget('https://example.com/a.png'))).toBe('url');
    expect(imageTypeOf(widget('/api/dashboard/d/attachment/a'))).toBe('attachment');
    expect(imageTypeOf(widget(''))).toBe('attachment');
    expect(imageAddress(widget(' http://example.com/a.png'), 'https:')).toBe('https://example.com/a.png');
  });

  it('names its attachment', () => {
    expect(attachmentIdIn('/api/dashboard/d/attachment/a?orgId=o')).toBe('a');
    expect(attachmentIdIn('https://example.com/api/dashboard/d/attachment/a')).toBeUndefined();
  });
});
