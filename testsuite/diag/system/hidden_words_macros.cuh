// The words are in another header than what they stand for.
#pragma once
#define HIDDEN_WORDS __host__ __device__
