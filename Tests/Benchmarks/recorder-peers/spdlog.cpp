// spdlog's synchronous file sink for many threads, its own prefix turned off: the text of a record is ours.
#include "peer.h"

#include <atomic>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>

static std::shared_ptr<spdlog::logger> logger;
static std::atomic<uint64_t> number{0};

static void sample(long i, int) {
    int64_t wall = clock_ms(CLOCK_REALTIME), boot = clock_ms(CLOCK_BOOTTIME);
    reading r = reading_at(i, wall);
    logger->info("{},{},{},{},{:.7f},{:.7f},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f},{:.1f},{:.1f},{},{},{},{},{}", ++number,
                 boot, wall, (int64_t)(r.sampleTime * 1000), r.lat, r.lon, r.hacc, r.alt, r.vacc, r.speed, r.sacc,
                 r.course, r.cacc, "gps", "automotive", "bg", "a", "");
}

static void event(long i, int) {
    int64_t wall = clock_ms(CLOCK_REALTIME), boot = clock_ms(CLOCK_BOOTTIME), up = clock_ms(CLOCK_MONOTONIC);
    logger->info("{{\"n\":{},\"t\":{},\"m\":{},\"u\":{},\"k\":\"{}\",\"cb\":{},\"a\":{},\"r\":{},\"age\":{},\"due\":{},"
                 "\"cpu\":{},\"bat\":{},\"plugged\":{},\"mem\":{},\"low\":{}}}",
                 ++number, wall, boot, up, "hb", i & 63, i & 31, i & 15, 1, 123456789 + i, 4711 + i, 0.57, false,
                 31457280, false);
}

static void finish() { logger->flush(); }

int main(int argc, char **argv) {
    logger = spdlog::basic_logger_mt("x", argv[4], true);
    logger->set_pattern("%v");
    return measure("spdlog", argc, argv, is_sample(argv) ? sample : event, finish);
}
