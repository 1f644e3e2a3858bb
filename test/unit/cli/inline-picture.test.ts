import { describe, expect, it } from 'vitest';
import { inlinePicture } from '../../../cli/output/inline-picture.ts';

const picture = Buffer.alloc(7_000, 'picture');

describe('a picture in a terminal', () => {
  it('is sent to kitty in chunks, the last one marked as such', () => {
    const sent = inlinePicture(picture, { TERM: 'xterm-kitty' }) ?? '';
    const pieces = sent
      .split('\x1b_G')
      .slice(1)
      .map((piece) => piece.replace('\x1b\\', '').split(';'));
    expect(pieces.map(([head]) => head)).toEqual(['a=T,f=100,m=1', 'm=1', 'm=0']);
    expect(Buffer.from(pieces.map((piece) => piece[1]).join(''), 'base64').equals(picture)).toBe(true);
  });

  it('is sent to iTerm2 as a whole', () => {
    const sent = inlinePicture(picture, { TERM_PROGRAM: 'iTerm.app', TERM: 'xterm-256color' }) ?? '';
    expect(sent.startsWith('\x1b]1337;File=inline=1;size=7000')).toBe(true);
    expect(Buffer.from(sent.slice(sent.indexOf(':') + 1, -1), 'base64').equals(picture)).toBe(true);
  });

  it('is sent neither to other terminals nor through tmux', () => {
    expect(inlinePicture(picture, { TERM: 'xterm-256color' })).toBeUndefined();
    expect(inlinePicture(picture, { TERM: 'xterm-kitty', TMUX: '/tmp/tmux,1,0' })).toBeUndefined();
  });
});
