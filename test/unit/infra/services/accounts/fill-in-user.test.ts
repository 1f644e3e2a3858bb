import { describe, expect, it } from 'vitest';
import { addressOfUser, loginOfUser } from '../../../../../infra/services/accounts/fill-in-user.ts';

describe('a user id as an account name', () => {
  it.each(['anna', 'jörg.müller', 'a.b@clinic.example', 'dr_x+1'])('may be %s', (user) => {
    expect(loginOfUser('{user}*master', user)).toBe(`${user}*master`);
    expect(addressOfUser('https://files.example/{user}/', user).href).toBe(
      `https://files.example/${encodeURIComponent(user)}/`,
    );
  });

  it.each([
    ['full-width letters', 'ａｎｎａ'],
    ['a digit in superscript', 'anna²'],
    ['a ligature', 'ﬁnn'],
    ['a decomposed letter', 'jo\u0308rg'],
    ['digits of another script', 'anna١'],
    ['a path', '../anna'],
    ['a master user', 'anna*bob'],
  ])('is rejected with %s, which servers may confuse with another', (_, user) => {
    expect(() => loginOfUser('{user}', user)).toThrow('cannot be an account name');
    expect(() => addressOfUser('https://files.example/{user}/', user)).toThrow('cannot be an account name');
  });
});
